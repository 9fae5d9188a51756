import { type AnswerPart, callRefusals, joinSentences } from "@prilavok/protocol";
import type { FilesContext } from "../attachments/files-context.ts";
import type { LaidFile } from "../attachments/keep-files.ts";
import { layOut } from "../attachments/lay-out.ts";
import { settleFiles } from "../attachments/settle-files.ts";
import type { ModuleEnd, RunModule } from "../modules/module-call.ts";
import { checkFields } from "../registry/check-fields.ts";
import { type CommandEntry, findCommand, type Registry } from "../registry/registry.ts";
import type { Caller } from "./store-state.ts";

/** One command of an AI tool as it reaches Core. */
export interface CommandCall {
  readonly unit: string;
  readonly command: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly files: readonly unknown[];
}

/** What a call is carried out with. */
export interface CallContext {
  readonly caller: Caller;
  readonly registry: Registry;
  readonly runModule: RunModule;
  readonly attachments: FilesContext;
  readonly signal: AbortSignal;
}

/** What a call brings besides its rows. A crash is a text without an answer around it. */
export type CallOutcome =
  | { readonly kind: "crash"; readonly text: string; readonly trace?: string | undefined }
  | {
      readonly kind: "answer";
      readonly unit: string;
      /** As the registry spells it. */
      readonly command: string;
      readonly data: Record<string, unknown>;
      /** The module's own figures; undefined where no module ran. */
      readonly module?: Extract<ModuleEnd, { kind: "answered" }>;
    };

export type RowPart = Exclude<AnswerPart, { kind: "envelope" }>;

/** Page 20, "The order of Core's checks": each line leaves early with a refusal, and only a checked call starts a module. */
export async function* runCall(
  call: CommandCall,
  { caller, registry, runModule, attachments, signal }: CallContext,
): AsyncGenerator<RowPart, CallOutcome, void> {
  const tool = registry.find(call.unit);
  if (tool === undefined) return { kind: "crash", text: callRefusals.noSuchTool(call.unit) };

  const command = findCommand(tool, call.command);
  const unit = tool.unit.toUpperCase();
  const refused = (message: string, name = call.command): CallOutcome => ({
    kind: "answer",
    unit,
    command: name,
    data: fullAnswer({ result: false, message }),
  });
  if (command === undefined) {
    return refused(
      callRefusals.unknownCommand(
        call.command,
        tool.commands.map((entry) => entry.name),
      ),
    );
  }
  if (!registry.isGranted(command, caller)) {
    return refused(callRefusals.notGranted(command.name, tool.path, unit), command.name);
  }
  const attachmentsRefusal = checkAttachments(command, call.files.length);
  if (attachmentsRefusal !== undefined) return refused(attachmentsRefusal, command.name);

  const fields = checkFields(command, call.params);
  if (!fields.ok) return refused(fields.message, command.name);

  const laid = await layOut(call.files, attachments);
  if ("refusal" in laid) return refused(laid.refusal, command.name);

  const end = yield* runModule({
    unit,
    command: command.name,
    person: { id: caller.id, login: caller.login, name: caller.name },
    params: fields.values,
    files: laid.map(fileForModule),
    signal,
  });
  if (end.kind === "crashed") return { kind: "crash", text: end.text, trace: end.trace };

  const data = fullAnswer(end.answer);
  const gone = await settleFiles(laid, data["files"], command.name, attachments);
  if (gone !== undefined) data["message"] = joinSentences(String(data["message"]), gone);
  return { kind: "answer", unit, command: command.name, data, module: end };
}

function checkAttachments(command: CommandEntry, count: number): string | undefined {
  if (command.files === null) return count > 0 ? callRefusals.takesNoFiles(command.name) : undefined;
  if (command.files.required && count === 0) return callRefusals.needsFiles(command.name, command.files.descr);
  return undefined;
}

/** The row, and the entry's own keys after it; a key of the row is the store's. */
function fileForModule({ more, ...row }: LaidFile): Record<string, unknown> {
  return { ...row, ...more, ...row };
}

/** The five keys in their order, what the module left out filled in; keys beyond them stay after. */
function fullAnswer(answer: Record<string, unknown>): Record<string, unknown> {
  return { result: false, message: "", detail: {}, tables: {}, files: [], ...answer };
}
