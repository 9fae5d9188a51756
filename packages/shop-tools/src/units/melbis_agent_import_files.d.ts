// The fields of MELBIS_AGENT_IMPORT_FILES, written by `prilavok tool types` from the registry. Changes here are lost.

declare namespace MELBIS_AGENT_IMPORT_FILES {
  interface CmdAdd {
    /** The recipe of derived pictures for the whole pack: the name of one of the settings FILES_PROFILE, such as catalog. An entry may name its own as profile; an empty one there means none */
    readonly profile?: string;
  }
}
