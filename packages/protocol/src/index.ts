export type { AnsweredEnvelope, AnswerPart, CoreCall, Envelope, RefusedEnvelope } from "./call.ts";
export { CONTROL_BYTE, controlLine, FrameError, type FramePiece, FrameReader } from "./row-frames.ts";
export { type FieldShape, type FieldType, fieldTypes, readFieldType } from "./field-types.ts";
export { fieldRefusals } from "./refusals/fields.ts";
export { showValue } from "./show-value.ts";
export { storeRefusals, systemReasons } from "./refusals/store.ts";
