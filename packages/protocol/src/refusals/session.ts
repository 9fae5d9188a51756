/** Refusals of the session (page 10). */
export const sessionRefusals = {
  notConnected: 'Not connected. Call "session_connect" first.',
  topicRequired:
    'topic is required: one word of Latin letters, digits, "-" and "_" that names this conversation, 64 characters at most.',
  topicNotOneWord: (topic: string) =>
    `topic [${topic}] is not one word: use Latin letters, digits, "-" and "_", 64 characters at most, for example prices-2026.`,
  topicsNotAWord: (topic: string) =>
    `topics holds [${topic}], which is not a topic: a topic is one word of Latin letters, digits, "-" and "_". Nothing was removed.`,
  topicsNotAList: "topics is a list of words: call session_clear without it to see the topics there are.",
  noStore:
    "NO_STORE: no store is known on this computer. Make one with `prilavok init <folder>`, or start the server with `prilavok mcp --store <folder>`.",
  noSuchStore: (folder: string) =>
    `NO_SUCH_STORE: there is no store in ${folder}. Make one with \`prilavok init ${folder}\`, or start the server with the folder of one.`,
  accessDenied: (right: string, path: string) =>
    `ACCESS_DENIED: this user may not run ${right}. The right is [${path}] in the rights tree; the store's owner grants it (\`prilavok grant <login> ${right}\`), then call session_connect again.`,
  rulesRequired: (tool: string, code: string, file: string, text: string) =>
    `RULES_REQUIRED: the rules of ${tool} are not accepted in this session. Read them, call session_rules_accept with tool "${tool}" and the code below, then repeat the call.\n${code}\n--- ${file} ---\n${text}`,
  wrongCode: (tool: string, code: string, file: string, text: string) =>
    `RULES_REQUIRED: the rules of ${tool} are not accepted: this code does not fit. A code holds for one tool, one session and one text; here are the rules and the code as they are now. Read them, call session_rules_accept with tool "${tool}" and this code, then repeat the call.\n${code}\n--- ${file} ---\n${text}`,
  noRules: (tool: string) => `NO_RULES: ${tool} has no rules - call it as it is.`,
  unknownTool: (tool: string, known: readonly string[]) =>
    `tool [${tool}] is not a tool of this server. The tools: ${known.join(", ")}.`,
  toolRequired: "tool is required: the name of the tool whose rules are accepted.",
  codeRequired: "code is required: the code that stands in the refusal RULES_REQUIRED.",
  unknownParameter: (tool: string, name: string, known: readonly string[]) =>
    `${tool} has no parameter [${name}]. ${known.length === 0 ? "It takes none." : `It takes: ${known.join(", ")}.`}`,
  wrongKind: (name: string, kind: string, shown: string) => `${name} takes ${kind}, and [${shown}] is not one.`,
  tooDeep: (name: string, levels: number) =>
    `${name} nests deeper than ${levels} levels: make it flatter. Nothing was carried out.`,
  noAnswer:
    "STORE_UNREACHABLE: the store broke off before it answered. Call session_connect again; `prilavok doctor` says what is wrong.",
  noSession:
    "STORE_UNREACHABLE: what the store answered opens no session. `prilavok doctor` walks the way and says what is wrong.",
  folderFailed: (reason: string) =>
    `The conversation folder cannot be used: ${reason}. Make room or rights in the store folder, then call again.`,
} as const;

/** What an opened session is told beside its data. */
export const sessionNotes = {
  withRules: (tools: readonly string[]) =>
    `These tools have rules of the owner and answer RULES_REQUIRED with them once: ${tools.join(", ")}.`,
  misnamedRules: (files: readonly string[]) =>
    `In the store's rules/ ${files.join(", ")} hold${files.length === 1 ? "s" : ""} for nothing: a file of rules is named after a tool (engine_db_execute.md), a family of tools (engine_db.md) or session.md. Tell the store's owner.`,
} as const;
