/** The program of a pool's process (`SqliteReaders` starts it): one request after another until the parent has gone. */
import { blockingRequests } from "../process/blocking-requests.ts";
import { holdLifeline } from "../process/hold-lifeline.ts";
import { writeAnswer } from "../process/write-answer.ts";
import type { SqliteRequest } from "./sqlite-messages.ts";
import { SqliteSession } from "./sqlite-session.ts";

holdLifeline();
const session = new SqliteSession(process.argv[2] ?? "", writeAnswer);
session.handle({ do: "open", mode: "read" });
// The parent is of the same build.
for (const request of blockingRequests()) session.handle(request as SqliteRequest);
