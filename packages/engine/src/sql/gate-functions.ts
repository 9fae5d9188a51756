import { capitals } from "./lex-characters.ts";
import type { LexRules } from "./lex-rules.ts";

const WAITS = "waits";
const LOCKS = "takes or releases a lock";
const READS_FILES = "reads files of the server";
const WRITES = "writes";
const RUNS = "runs what its argument says";
const SETS = "changes the session";
const ADVANCES = "advances a sequence";

/** Functions of MariaDB and MySQL, and of the plugins that come with them, that do more than compute. */
const SERVER_FUNCTIONS: ReadonlyMap<string, string> = byName({
  [WAITS]: `
    SLEEP BENCHMARK MASTER_POS_WAIT SOURCE_POS_WAIT MASTER_GTID_WAIT WAIT_FOR_EXECUTED_GTID_SET
    WAIT_UNTIL_SQL_THREAD_AFTER_GTIDS WSREP_SYNC_WAIT_UPTO_GTID`,
  [LOCKS]: `
    GET_LOCK RELEASE_LOCK RELEASE_ALL_LOCKS SERVICE_GET_READ_LOCKS SERVICE_GET_WRITE_LOCKS SERVICE_RELEASE_LOCKS
    VERSION_TOKENS_LOCK_SHARED VERSION_TOKENS_LOCK_EXCLUSIVE VERSION_TOKENS_UNLOCK`,
  [READS_FILES]: `
    LOAD_FILE JSON_FILE JSONGET_FILE BSON_FILE AUDIT_LOG_READ`,
  [WRITES]: `
    JFILE_MAKE JFILE_CONVERT JFILE_BJSON BFILE_MAKE BFILE_CONVERT BFILE_BJSON GEN_DICTIONARY_LOAD GEN_DICTIONARY_DROP
    KEYRING_KEY_GENERATE KEYRING_KEY_STORE KEYRING_KEY_REMOVE AUDIT_LOG_ROTATE AUDIT_LOG_FILTER_FLUSH
    AUDIT_LOG_FILTER_SET_FILTER AUDIT_LOG_FILTER_REMOVE_FILTER AUDIT_LOG_FILTER_SET_USER AUDIT_LOG_FILTER_REMOVE_USER
    VERSION_TOKENS_SET VERSION_TOKENS_EDIT VERSION_TOKENS_DELETE`,
  [RUNS]: `
    SYS_EXEC SYS_EVAL SYS_BINEVAL SYS_SET SPIDER_DIRECT_SQL SPIDER_BG_DIRECT_SQL SPIDER_COPY_TABLES
    SPIDER_FLUSH_TABLE_MON_CACHE MROONGA_COMMAND SET_FIREWALL_MODE SET_FIREWALL_GROUP_MODE MYSQL_FIREWALL_FLUSH_STATUS
    GROUP_REPLICATION_SET_AS_PRIMARY GROUP_REPLICATION_SWITCH_TO_SINGLE_PRIMARY_MODE
    GROUP_REPLICATION_SWITCH_TO_MULTI_PRIMARY_MODE GROUP_REPLICATION_SET_WRITE_CONCURRENCY
    GROUP_REPLICATION_SET_COMMUNICATION_PROTOCOL`,
  [SETS]: "LAST_INSERT_ID",
  [ADVANCES]: "NEXTVAL SETVAL",
});

/** Those of SQLite's library, of its shell and of the extensions that come with it. */
const SQLITE_FUNCTIONS: ReadonlyMap<string, string> = byName({
  [READS_FILES]: "READFILE FSDIR LSDIR LSMODE ZIPFILE",
  [WRITES]: "WRITEFILE OPTIMIZE",
  [RUNS]: "LOAD_EXTENSION FTS3_TOKENIZER EDIT EVAL",
});

/** What a function of this name, written in any case, does besides computing; undefined where nothing is known. */
export function functionActs(name: string, { dialect }: LexRules): string | undefined {
  return (dialect === "sqlite" ? SQLITE_FUNCTIONS : SERVER_FUNCTIONS).get(capitals(name));
}

function byName(namesByDeed: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(namesByDeed).flatMap(([deed, names]) =>
      names
        .trim()
        .split(/\s+/)
        .map((name) => [name, deed]),
    ),
  );
}
