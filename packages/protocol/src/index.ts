export type { AnsweredEnvelope, AnswerPart, CoreCall, Envelope, RefusedEnvelope } from "./call.ts";
export { CONTROL_BYTE, controlLine, FrameError, type FramePiece, FrameReader } from "./row-frames.ts";
