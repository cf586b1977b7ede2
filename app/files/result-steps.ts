/** The steps of a call and its result, as the client recorded it or as its text says. */
import { toolKind } from '../../importer/agents.ts'
import { changerKinds, type ToolKind } from '../model/tool-kind.ts'
import { isObject, type JsonObject } from '../model/json-object.ts'
import { textOf, type ContentBlock } from '../model/record.ts'
import { sourceHash } from './object-hash.ts'
import { unsureActs } from '../shell/act.ts'
import { readCommand } from '../shell/read-command.ts'
import { backgroundTask, type CalledTool } from './beside-edits.ts'
import { mayShowFailure, type PresentFiles } from './folder-steps.ts'
import type { ShellEffect } from '../shell/shell-effect.ts'
import { changing, type BytesSeen, type FileStep } from './file-step.ts'
import { inOneSpelling } from './named-paths.ts'
import { changed, saysNothing } from './recorded-change.ts'
import { diffSteps } from './command-diff.ts'
import { fileShown } from './shown-files.ts'
import { pathOfCall, stepsInText } from './call-text.ts'

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

export const anything: ShellEffect = { kind: 'any' }

/** An image or a PDF. Images are made smaller when they are large: then their bytes are not those of the file. */
const bytesShown = (path: string, { base64, originalSize }: JsonObject): readonly BytesSeen[] => {
  const bytes = typeof base64 === 'string' ? Buffer.from(base64, 'base64') : undefined
  return [{ step: 'bytes', path, sourceHash: bytes !== undefined && bytes.length === originalSize ? sourceHash(bytes) : null, by: 'read' }]
}

const isText = (file: JsonObject): boolean => typeof file['content'] === 'string'

/** The client's answer to a Read of a file that does not exist. */
const notThere = /^(?:Error: )?(?:<tool_use_error>)?File does not exist\./

const failed = (beside: JsonObject, said: string): boolean =>
  mayShowFailure([said, text(beside['stdout']), text(beside['stderr'])].join('\n'))

const aborted = /<error>Command was aborted|^\[Request interrupted/

/** Whether a command failed, or did not come to its end. */
const wasEnded = (block: ContentBlock, { interrupted, returnCodeInterpretation }: JsonObject, said: string): boolean =>
  block.is_error || interrupted === true || typeof returnCodeInterpretation === 'string' || aborted.test(said)

/** Steps of a command: what it may have changed, and what it did to existing files. */
const ofCommand = ({ input, cwd }: CalledTool, block: ContentBlock, beside: unknown, present: PresentFiles): readonly FileStep[] => {
  const { effect, acts } = readCommand(text(input['command']) ?? '', cwd)
  const steps: readonly FileStep[] = effect.kind === 'none' ? [] : [{ step: 'ran', effect }]
  const [result, said] = [isObject(beside) ? beside : {}, textOf(block.content) ?? '']
  present.linked(acts)
  // The result of a background command does not show the outcome of the command, which continues.
  if (acts.length === 0 || wasEnded(block, result, said) || backgroundTask(input, beside, said) !== undefined) return steps
  const mayHaveFailed = acts.some(({ isShown }) => isShown) && failed(result, said)
  const done = mayHaveFailed ? acts.flatMap((act) => (act.isShown ? unsureActs(act) : act)) : acts
  const own = present.stepsOf(done, cwd)
  // Another program of the same call may have run later.
  return effect.kind === 'any' && own.length > 0 ? [...steps, ...own, { step: 'ran', effect }] : [...steps, ...own]
}

/** Tools that may change any file, and do not say which. */
const mayChangeAny: ReadonlySet<ToolKind> = new Set<ToolKind>(['other-shell', 'agent', 'other'])

/** Without a recorded result of the client, the call itself shows what happened. */
const callSteps = (call: CalledTool, block: ContentBlock, beside: unknown, present: PresentFiles): readonly FileStep[] => {
  if (toolKind(call.name) === 'shell') return ofCommand(call, block, beside, present)
  const asked = text(call.input['file_path'])
  const said = text(block.content) ?? text(beside) ?? ''
  if (toolKind(call.name) === 'read' && asked !== undefined && notThere.test(said)) return [{ step: 'gone', path: asked }]
  const kind = toolKind(call.name)
  if (!mayChangeAny.has(kind)) return []
  return [{ step: 'ran', effect: anything, ...(kind === 'agent' && { spawnedBy: call.id }) }]
}

/** What a call may have changed of which no result is recorded. */
export const mayHaveDone = ({ id, name, input, cwd }: CalledTool): readonly FileStep[] => {
  const [kind, path] = [toolKind(name), pathOfCall(input)]
  if (changerKinds.has(kind)) return path === undefined ? [] : [inOneSpelling(changing([path]), cwd)]
  const effect = kind === 'shell' ? readCommand(text(input['command']) ?? '', cwd).effect : anything
  if (effect.kind === 'none' || !(kind === 'shell' || mayChangeAny.has(kind))) return []
  return [{ step: 'ran', effect, ...(kind === 'agent' && { spawnedBy: id }) }]
}

export interface ResultContext {
  readonly present: PresentFiles
  /** False: another program wrote the record. */
  readonly isClient: boolean
}

/** The steps of a Read, as the client recorded it. */
const shownSteps = (call: CalledTool | undefined, file: JsonObject): readonly FileStep[] => {
  const shown = text(file['filePath']) ?? text(call?.input['file_path'])
  return isText(file) || shown === undefined || call === undefined || toolKind(call.name) !== 'read'
    ? fileShown(file, 'read')
    : bytesShown(shown, file)
}

/** The file that a result names, or its call: some results of notebooks do not. */
const changedPath = (call: CalledTool | undefined, result: JsonObject, isError: boolean): string | undefined => {
  if (isError || (call !== undefined && !changerKinds.has(toolKind(call.name)))) return undefined
  return text(result['filePath']) ?? text(result['notebook_path']) ?? (call && pathOfCall(call.input))
}

const stepsOfText = (call: CalledTool, block: ContentBlock, { isClient }: ResultContext, beside?: unknown): readonly FileStep[] =>
  stepsInText(call, { content: block.content ?? beside, isError: block.is_error, isClient })

/** What the call and the text of its result say, and the command that it ran. */
const toldSteps = (call: CalledTool, block: ContentBlock, beside: unknown, context: ResultContext): readonly FileStep[] => {
  const { present } = context
  const result = isObject(beside) ? beside : undefined
  const isText = result === undefined || (block.is_error && changerKinds.has(toolKind(call.name)))
  const steps = isText ? stepsOfText(call, block, context, beside) : []
  if (steps.length > 0) return steps
  const said = callSteps(call, block, beside, present)
  return diffSteps(result?.['bashEditDiff'], call, said) ?? said
}

export const resultSteps = (
  call: CalledTool | undefined,
  block: ContentBlock,
  beside: unknown,
  context: ResultContext,
): readonly FileStep[] => {
  const result = isObject(beside) ? beside : undefined
  // The client shows nothing again that it has shown.
  if (result?.['type'] === 'file_unchanged') return []
  const file = result?.['file']
  if (isObject(file)) return shownSteps(call, file)
  const path = result && changedPath(call, result, block.is_error)
  if (path !== undefined && result !== undefined) {
    const called = call !== undefined && saysNothing(result) ? stepsOfText(call, block, context) : []
    return called.length > 0 ? called : changed(path, result)
  }
  return call === undefined ? [{ step: 'ran', effect: anything }] : toldSteps(call, block, beside, context)
}
