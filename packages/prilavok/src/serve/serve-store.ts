import { deviceAccess, openCore, openStore } from "@prilavok/engine";
import { type HttpPlace, type HttpService, serveHttp } from "@prilavok/engine/http";
import { wireRefusals } from "@prilavok/protocol";
import { refuseServed } from "../served/refuse-served.ts";

export interface ServeOptions {
  readonly folder: string;
  readonly place: HttpPlace;
  readonly version: string;
  readonly log: (line: string) => void;
}

/** A store at work as an HTTP service. */
export interface ServedHere extends HttpService {
  readonly name: string;
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: "another program listens there",
  EACCES: "this person may not listen there",
  EADDRNOTAVAIL: "this computer has no such address",
  ENOTFOUND: "there is no such address",
};

/** Opens the store of a folder and serves it; `close` ends the service, then the store. */
export async function serveStore({
  folder,
  place,
  version,
  log,
}: ServeOptions): Promise<ServedHere | { readonly refusal: string }> {
  const elsewhere = await refuseServed(folder);
  if (elsewhere !== undefined) return elsewhere;
  const core = await openCore(folder, log, { isTraced: true });
  if ("refusal" in core) return core;
  // People enter and their tokens are noted here; Core itself only reads with its own connection.
  const store = await openStore(folder, "write");
  if ("refusal" in store) {
    await core.close();
    return store;
  }
  const { name, timezone, limits } = store.settings;
  const access = deviceAccess(store.db, timezone, log);
  const closeStore = async (): Promise<void> => {
    await core.close();
    await store.db.close();
  };
  try {
    const entry = { access, store: { name, timezone } };
    const service = await serveHttp({ core, identify: access.identify, entry, version, limits, log }, place);
    return {
      ...service,
      name,
      close: async (graceMs, hurry) => {
        await service.close(graceMs, hurry);
        await closeStore();
      },
    };
  } catch (error) {
    await closeStore();
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const reason = REASONS[code];
    if (reason === undefined) throw error;
    return { refusal: wireRefusals.notListening(place.host, place.port, reason) };
  }
}
