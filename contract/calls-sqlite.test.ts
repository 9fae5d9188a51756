import { describeCalls } from "./describe-calls.ts";

describeCalls("sqlite");
