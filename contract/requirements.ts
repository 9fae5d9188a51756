import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readLines } from "./read-lines.ts";

/** Something Prilavok has to do. `cases` are ids in the case files that prove it where no title names it. */
export interface Requirement {
  readonly id: string;
  /** The page of the specification. */
  readonly page: string;
  /** The issue that asks for it. */
  readonly issue: number;
  readonly text: string;
  readonly cases?: readonly string[];
}

/** The newest issue whose requirements must be proven. */
const DUE_ISSUE = 5;

export const requirements = (): Requirement[] => readLines<Requirement>("requirements.jsonl");

/** The ids that titles of tests claim: `it("keeps the topic [ses-07]", …)`, `[ses-07, ses-08]`. */
export function claimsIn(text: string): string[] {
  return [...text.matchAll(/\[((?:[a-z]{3}-\d\d)(?:, [a-z]{3}-\d\d)*)\]/g)].flatMap(([, ids = ""]) => ids.split(", "));
}

/** Every claim of every test in the repository but the gate's own, with the file that makes it. */
export function claimsOfTests(): Map<string, string> {
  const root = fileURLToPath(new URL("../", import.meta.url));
  const claims = new Map<string, string>();
  for (const folder of ["packages", "contract", "examples"]) {
    for (const path of readdirSync(root + folder, { recursive: true, encoding: "utf8" })) {
      if (!/\.test\.ts$/.test(path) || /node_modules|dist|requirements\.pure/.test(path)) continue;
      for (const id of claimsIn(readFileSync(`${root}${folder}/${path}`, "utf8"))) claims.set(id, `${folder}/${path}`);
    }
  }
  return claims;
}

/** The due requirements that neither a claim nor a case proves. */
export function findUnproven(
  all: readonly Requirement[],
  claims: ReadonlySet<string>,
  caseIds: ReadonlySet<string>,
): Requirement[] {
  return all.filter(({ id, issue, cases }) => {
    if (issue > DUE_ISSUE || claims.has(id)) return false;
    return cases === undefined || !cases.every((name) => caseIds.has(name));
  });
}
