/** One thing the doctor looked at: `text` says that it is in order, or what is wrong and what to do. */
export interface Check {
  readonly what:
    | "computer"
    | "settings"
    | "secrets"
    | "token"
    | "core"
    | "database"
    | "account"
    | "person"
    | "rights"
    | "modules"
    | "disk"
    | "version";
  readonly ok: boolean;
  readonly text: string;
}

export function good(what: Check["what"], text: string): Check {
  return { what, ok: true, text };
}

export function bad(what: Check["what"], text: string): Check {
  return { what, ok: false, text };
}
