// The fields of MELBIS_AGENT_CURRENCY, written by `prilavok tool types` from the registry. Changes here are lost.

declare namespace MELBIS_AGENT_CURRENCY {
  type CmdList = Readonly<Record<string, never>>;

  interface CmdAdd {
    /** A short code, such as EUR; 32 characters at most */
    readonly skey?: string;
    /** The name people see, such as Euro; 32 characters at most */
    readonly name: string;
    /** The rate against the base currency, above zero; four digits after the point at most */
    readonly multiplex: number;
    /** Whether a sum is divided by the rate to come to the base currency instead of multiplied: true for rates like 0.8684 euro for a dollar */
    readonly division: boolean;
    /** The supplier whose own rate this is (provider.id); 0 or left out for the shop's */
    readonly provider_id?: number | bigint;
    /** The place in the list; at its end when left out */
    readonly pos?: number | bigint;
  }

  interface CmdUpdate {
    /** The id of a currency, or a list of ids */
    readonly id: (number | bigint)[];
    /** A short code, such as EUR; 32 characters at most */
    readonly skey?: string;
    /** The name people see; 32 characters at most */
    readonly name?: string;
    /** The rate against the base currency, above zero; four digits after the point at most */
    readonly multiplex?: number;
    /** Whether a sum is divided by the rate to come to the base currency instead of multiplied */
    readonly division?: boolean;
    /** The supplier whose own rate this is; 0 takes it away */
    readonly provider_id?: number | bigint;
    /** The place in the list; CmdPos moves rows without counting places */
    readonly pos?: number | bigint;
  }

  interface CmdRemove {
    /** The id of a currency, or a list of ids */
    readonly id: (number | bigint)[];
    /** Remove them although goods are priced in them: the second call, after an answer that counted the goods */
    readonly recursive: boolean;
  }

  interface CmdPos {
    /** POS: the named rows go to the front in the order they are named; MOVE: each named row is shifted by places; SORT: the whole list is laid by a column */
    readonly type: string;
    /** For POS [{"id": 22}, {"id": 7}]; for MOVE [{"id": 22, "inc": -5}], minus is upwards and an end stops it; for SORT {"field": "name", "direction": "ASC"} with id, skey, name, multiplex, division, provider_id or pos */
    readonly data?: unknown[] | Record<string, unknown>;
  }
}
