/** Refusals about the settings of agent applications (page 70, `hosts`). Nothing of what stands in a file is shown. */
export const hostRefusals = {
  noProject: (title: string) => `${title} has no settings of a project: leave \`--project\` out.`,
  notWhole: (file: string) =>
    `${file} cannot be read to its end: a comma, a bracket or a quote is missing or one too many. Correct it by hand, then repeat. Nothing was changed.`,
  otherForm: (file: string, key: string) =>
    `${key} in ${file} holds something else than a group of settings. Correct it by hand, then repeat. Nothing was changed.`,
  byHand: (file: string) =>
    `${file} spells its servers in a way that is not changed without losing something. Put the server in by hand: docs/reference/hosts.md shows how. Nothing was changed.`,
  changedMeanwhile: (file: string) =>
    `Another program changed ${file} at this moment. Repeat the command. Nothing was changed.`,
  notThere: (title: string, file: string) =>
    `${title} does not start this program: there is no such server in ${file}. \`prilavok hosts add\` puts one in; \`--name\` and \`--project\` have to be those it was added with.`,
  wrongName: (name: string) =>
    `[${name}] is no name of a server: it takes letters, digits, _ and -, 32 characters at most. Take another with \`--name\`.`,
  noStore: (folder: string) =>
    `${folder} holds no store (no store.json in it). \`prilavok stores\` lists the known ones; \`prilavok init ${folder}\` makes one there.`,
  standsForOnce:
    "This program stands where npx keeps what it runs once, and may be gone after a while. Give it a place that stays, as README.md shows under Install, and repeat from there.",
} as const;
