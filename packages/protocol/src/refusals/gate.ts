const READS_ONLY = "this command reads only";

/** Refusals of the read gate (page 30, `select`): what a text does that a reading command must not. */
export const gateRefusals = {
  startsWith: (word: string) =>
    `This command reads only, and this step starts with ${word}: it takes SELECT, SHOW, DESCRIBE, EXPLAIN, WITH … SELECT`,
  explainRuns: (verb: string) => `An EXPLAIN of a ${verb} may run it; ${READS_ONLY}`,
  intoFile: `INTO OUTFILE writes a file on the server; ${READS_ONLY}`,
  into: (target: string) => `INTO ${target} keeps the rows elsewhere than in the answer; ${READS_ONLY}`,
  assignment: `:= sets a variable of the session; ${READS_ONLY}`,
  rowLock: (clause: string) => `${clause} locks rows; ${READS_ONLY}`,
  acts: (what: string, does: string) => `${what} ${does}; ${READS_ONLY}`,
  showsAccounts: (what: string) =>
    `${what} shows what lets an account into the server, and that is not for the agent. The owner's \`prilavok doctor\` says what it may do`,
  showsStatements: (what: string) =>
    `${what} shows the statements of other people with their values, and that is not for the agent. SHOW PROCESSLIST by itself answers without them, and the owner sees calls at work with \`prilavok calls\``,
  queryInShow: (word: string) =>
    `A ${word} inside a SHOW locks the rows it reads: ask information_schema in a SELECT; ${READS_ONLY}`,
  procedureOfNames: `PROCEDURE ANALYSE takes two numbers or nothing: a name between its parentheses can end the server; ${READS_ONLY}`,
  oneStatement: "One statement a step: text goes on after the ; that ends it. Give the rest a step of its own",
  backslash:
    "One statement a step: a backslash outside a string belongs to a command-line client, not to a statement. Write NULL for \\N",
  zeroCharacter: `A zero character (U+0000) ends the text for some engines and not for others; ${READS_ONLY}`,
  unclosed: `A string, a quoted name or a comment of this text has no end: close it; ${READS_ONLY}`,
  misread: `A number with a point and an e without digits (1.e) is read in two ways: write 1e0 or 1; ${READS_ONLY}`,
  ambiguousComment: `An executable comment or a hint (/*! … */, /*+ … */) with quotes, ;, #, \\, -- or another comment in it is read in two ways: take it out; ${READS_ONLY}`,
  severalVersions: `Executable comments for several versions (/*!50000 … */, /*M! … */) make several statements of one text: leave one kind; ${READS_ONLY}`,
} as const;
