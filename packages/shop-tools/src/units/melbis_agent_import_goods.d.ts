// The fields of MELBIS_AGENT_IMPORT_GOODS, written by `prilavok tool types` from the registry. Changes here are lost.

declare namespace MELBIS_AGENT_IMPORT_GOODS {
  interface CmdAdd {
    /** The goods, an object each: ref (any key of yours, one a good), name, and the columns of store: code_shop, code_made, seo_psu, clann_root and those that have a store_ field here. topic_id is a section or a list of sections. Sections, brands, suppliers, currencies and discount groups are named by id, skey or name. Write articles and barcodes as strings, or 0017 becomes 17 */
    readonly goods: Record<string, unknown>[];
    /** Attribute values, an object each: ref of the good, info_id, and one of value_id, value_dec, value_txt. value_txt says the value in words, whatever the attribute keeps: a value of its list, a number or a text. Several values of one attribute are several rows */
    readonly info?: Record<string, unknown>[];
    /** Parameter values a buyer may choose, an object each: ref of the good, param_id, value_id or value_name, and value_set_sum with value_curr_id where the sum is not the value's own */
    readonly param?: Record<string, unknown>[];
    /** Makes the article of a good that names no code_shop: {id} the good's id, {num} its number in the call, {num:4} the same with zeros to four digits, {date} today as 20260918. For example NEW-{date}-{num:4} */
    readonly code_mask?: string;
    /** Whether a value said in words that the attribute does not keep is added to it; with false such a row is refused */
    readonly value_add: boolean;
    /** For every row of goods that does not say: sections, each by its id, skey or name */
    readonly store_topic_id?: string[];
    /** For every row of goods that does not say: the supplier, by id, skey or name */
    readonly store_provider_id?: string;
    /** For every row of goods that does not say: the brand, by id, skey or name */
    readonly store_brand_id?: string;
    /** For every row of goods that does not say: the supplier's article */
    readonly store_code_prov?: string;
    /** For every row of goods that does not say: the unit of measure, such as шт; 32 characters at most */
    readonly store_meas?: string;
    /** For every row of goods that does not say: a short description */
    readonly store_intro?: string;
    /** For every row of goods that does not say: the description */
    readonly store_descr?: string;
    /** For every row of goods that does not say: the review */
    readonly store_review?: string;
    /** For every row of goods that does not say: whether the goods are hidden; they are when nobody says */
    readonly store_no_visible?: boolean;
    /** For every row of goods that does not say: a word of the settings STORE_STATUS */
    readonly store_status_key?: string;
    /** For every row of goods that does not say: a word of the settings STORE_KIND */
    readonly store_kind_key?: string;
    /** For every row of goods that does not say: a word of the settings STORE_STATE */
    readonly store_state_key?: string;
    /** For every row of goods that does not say: the number of the family of variants */
    readonly store_clann?: number | bigint;
    /** For every row of goods that does not say: the family's title */
    readonly store_clann_title?: string;
    /** For every row of goods that does not say: the family's description */
    readonly store_clann_descr?: string;
    /** For every row of goods that does not say: the rating, from -128 to 127 */
    readonly store_rating?: number | bigint;
    /** For every row of goods that does not say: the discount group, by id, skey or name */
    readonly store_disc_group_id?: string;
    /** For every row of goods that does not say: how many are in stock; none when nobody says */
    readonly store_how?: number | bigint;
    /** For every row of goods that does not say: the purchase price, two digits after the point at most */
    readonly store_pprice?: number;
    /** For every row of goods that does not say: its currency, by id, skey or name */
    readonly store_pprice_curr_id?: string;
    /** For every row of goods that does not say: the recommended price */
    readonly store_rprice?: number;
    /** For every row of goods that does not say: its currency, by id, skey or name */
    readonly store_rprice_curr_id?: string;
    /** For every row of goods that does not say: the price, two digits after the point at most */
    readonly store_price?: number;
    /** For every row of goods that does not say: its currency, by id, skey or name */
    readonly store_price_curr_id?: string;
    /** For every row of goods that does not say: the second price */
    readonly store_price2?: number;
    /** For every row of goods that does not say: its currency, by id, skey or name */
    readonly store_price2_curr_id?: string;
    /** For every row of goods that does not say: the third price */
    readonly store_price3?: number;
    /** For every row of goods that does not say: its currency, by id, skey or name */
    readonly store_price3_curr_id?: string;
    /** For every row of goods that does not say: the percent that makes the second price */
    readonly store_proc_price2?: number;
    /** For every row of goods that does not say: the percent that makes the third price */
    readonly store_proc_price3?: number;
    /** For every row of goods that does not say: the smallest amount to order */
    readonly store_min_order?: number | bigint;
    /** For every row of goods that does not say: the step of the amount to order */
    readonly store_step_order?: number | bigint;
    /** For every row of goods that does not say: the title of the page */
    readonly store_seo_title?: string;
    /** For every row of goods that does not say: whether the goods go into the price feeds */
    readonly store_in_xml?: boolean;
    /** For every row of goods that does not say: the word of the page's template */
    readonly store_templ_key?: string;
    /** For every row of goods that does not say: when the goods are expected in stock */
    readonly store_exist_time?: string;
    /** For every row of goods that does not say: options of the page */
    readonly store_option_code?: string;
    /** For every row of info that does not say: the attribute, by id, skey or name */
    readonly info_info_id?: string;
    /** For every row of info that does not say: the value by its id in info_value */
    readonly info_value_id?: number | bigint;
    /** For every row of info that does not say: the value as a number, four digits after the point at most */
    readonly info_value_dec?: number;
    /** For every row of info that does not say: the value in words */
    readonly info_value_txt?: string;
    /** For every row of param that does not say: the parameter, by id, skey or name */
    readonly param_param_id?: string;
    /** For every row of param that does not say: the value by its id in param_value */
    readonly param_value_id?: number | bigint;
    /** For every row of param that does not say: the value in words */
    readonly param_value_name?: string;
    /** For every row of param that does not say: what the value costs, two digits after the point at most */
    readonly param_value_set_sum?: number;
    /** For every row of param that does not say: the currency of that sum, by id, skey or name */
    readonly param_value_curr_id?: string;
  }
}
