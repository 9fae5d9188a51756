import type { LocalPlace } from "../local/local-place.ts";
import { readJsonSource } from "../local/read-json-source.ts";

/** The texts of one kind of pool. */
export interface PoolRefusals {
  readonly required: string;
  readonly twice: string;
  noList(path: string): string;
}

/** The list of a pool: `pool` itself or the JSON file `pool_source` names, never both, never empty. */
export async function readPoolList(
  place: LocalPlace,
  values: Readonly<Record<string, unknown>>,
  refusals: PoolRefusals,
): Promise<{ readonly steps: readonly unknown[] } | { readonly refusal: string }> {
  const { pool, pool_source: source } = values as { pool?: unknown[]; pool_source?: string };
  if (pool !== undefined && source !== undefined) return { refusal: refusals.twice };
  if (source === undefined) {
    return pool === undefined || pool.length === 0 ? { refusal: refusals.required } : { steps: pool };
  }
  const read = await readJsonSource(place, source);
  if ("refusal" in read) return read;
  if (!Array.isArray(read.value)) return { refusal: refusals.noList(source) };
  return read.value.length === 0 ? { refusal: refusals.required } : { steps: read.value };
}
