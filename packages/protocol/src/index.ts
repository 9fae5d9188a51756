export { ALIVE, decodePart, encodePart, readEnvelope } from "./answer-frames.ts";
export type {
  AnsweredEnvelope,
  AnswerPart,
  CoreCall,
  Envelope,
  FileAddress,
  FileDownload,
  FilePart,
  FileParts,
  RefusedEnvelope,
} from "./call.ts";
export { connectionReason } from "./connection-reason.ts";
export {
  type FieldShape,
  type FieldType,
  fieldTypes,
  MAX_CALL_LEVELS,
  MAX_LEVELS,
  readFieldType,
} from "./field-types.ts";
export { type FileEntry, readFileEntry, readId } from "./file-entry.ts";
export { checkKeys, type FileWish, readFileAddress, readFileWish } from "./file-wish.ts";
export { isDeeper } from "./is-deeper.ts";
export { joinSentences } from "./join-sentences.ts";
export { accessRefusals } from "./refusals/access.ts";
export { activityRefusals } from "./refusals/activity.ts";
export { attachmentRefusals } from "./refusals/attachments.ts";
export { backupRefusals } from "./refusals/backup.ts";
export { bindRefusals } from "./refusals/bind.ts";
export { callRefusals, localFileRefusals } from "./refusals/calls.ts";
export { doctorWords } from "./refusals/doctor.ts";
export { fieldRefusals } from "./refusals/fields.ts";
export { gateRefusals } from "./refusals/gate.ts";
export { hostRefusals } from "./refusals/hosts.ts";
export { moduleRefusals } from "./refusals/modules.ts";
export { peopleRefusals } from "./refusals/people.ts";
export { registryRefusals } from "./refusals/registry.ts";
export { servedRefusals } from "./refusals/served.ts";
export { serverAddressRefusals, serverRefusals } from "./refusals/server.ts";
export { sessionNotes, sessionRefusals } from "./refusals/session.ts";
export { statementRefusals } from "./refusals/statements.ts";
export { stepPoolRefusals } from "./refusals/step-pool.ts";
export { stepRefusals } from "./refusals/steps.ts";
export { storeRefusals } from "./refusals/store.ts";
export { wireReasons, wireRefusals } from "./refusals/wire.ts";
export { CONTROL_BYTE, controlLine, FrameError, type FramePiece, FrameReader } from "./row-frames.ts";
export { showValue } from "./show-value.ts";
export { readStoreAddress, showAddress } from "./store-address.ts";
export { systemReason } from "./system-reason.ts";
export { wallClock } from "./wall-clock.ts";
export { listsOneOf, wire } from "./wire.ts";
