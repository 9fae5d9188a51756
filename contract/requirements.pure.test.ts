import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { callFiles } from "./call-cases.ts";
import { readLines } from "./read-lines.ts";
import { claimsIn, claimsOfTests, findUnproven, requirements } from "./requirements.ts";

const callCases = () => callFiles().flatMap(({ cases }) => cases);
const sharedCases = () =>
  readdirSync(new URL("cases/", import.meta.url))
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) => readLines<{ readonly id: string }>(`cases/${name}`));

it("every requirement that is due has a test or a case", () => {
  const claims = new Set([...claimsOfTests().keys(), ...callCases().flatMap(({ req }) => req)]);
  const caseIds = new Set(sharedCases().map(({ id }) => id));
  const unproven = findUnproven(requirements(), claims, caseIds);
  expect(unproven.map(({ id, text }) => `${id} ${text}`)).toEqual([]);
});

it("every claim names a requirement that is there", () => {
  const known = new Set(requirements().map(({ id }) => id));
  const wrong = [...claimsOfTests()].filter(([id]) => !known.has(id)).map(([id, file]) => `${id} in ${file}`);
  for (const { id, req } of callCases())
    wrong.push(...req.filter((name) => !known.has(name)).map((name) => `${name} in ${id}`));
  expect(wrong).toEqual([]);
});

it("ids of requirements and of cases stand once", () => {
  const ids = [...requirements(), ...callCases(), ...sharedCases()].map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

it("claims are read from titles", () => {
  expect(claimsIn('it("keeps it [ses-07]"); it("two [a-01] [run-01, run-02]"); rows[0]')).toEqual([
    "ses-07",
    "run-01",
    "run-02",
  ]);
});

it("a requirement without a claim, or with a case that is gone, is unproven once its issue is due", () => {
  const due = { page: "10", issue: 2, text: "" };
  const all = [
    { ...due, id: "aaa-01" },
    { ...due, id: "aaa-02", cases: ["c-1", "c-2"] },
    { ...due, id: "aaa-03", cases: ["c-1"] },
    { ...due, id: "aaa-04" },
    { ...due, id: "aaa-05", issue: 99 },
  ];
  const unproven = findUnproven(all, new Set(["aaa-04"]), new Set(["c-1"]));
  expect(unproven.map(({ id }) => id)).toEqual(["aaa-01", "aaa-02"]);
});
