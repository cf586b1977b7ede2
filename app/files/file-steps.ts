/** The steps that records of the client are in what an agent knows of files. */
import { toolKind } from '../../importer/agents.ts'
import { changerKinds, type ToolKind } from '../model/tool-kind.ts'
import { carriedUuid } from '../../importer/records/carried-record.ts'
import { isObject, type JsonObject } from '../model/json-object.ts'
import { type ContentBlock, readBlocks, readMessage, textOf, type TranscriptRecord } from '../model/record.ts'
import { sourceHash } from './object-hash.ts'
import { unsureActs } from '../shell/act.ts'
import { readCommand } from '../shell/read-command.ts'
import { BackgroundCommands, hookRuns, type CalledTool } from './beside-edits.ts'
import { mayShowFailure, PresentFiles } from './folder-steps.ts'
import type { ShellEffect } from '../shell/shell-effect.ts'
import { isTransfer, type BackedUp, type BytesSeen, type FileStep, type RecordStep } from './file-step.ts'
import { composed } from '../model/objects/file-path.ts'
import { changed } from './recorded-change.ts'
import { diffSteps } from './command-diff.ts'
import { attachedSteps, fileShown, selectedIn } from './shown-files.ts'
import { pathOfCall, stepsInText } from './call-text.ts'

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const anything: ShellEffect = { kind: 'any' }

/** An image or a PDF. Images are made smaller when they are large: then their bytes are not those of the file. */
const bytesShown = (path: string, { base64, originalSize }: JsonObject): readonly BytesSeen[] => {
  const bytes = typeof base64 === 'string' ? Buffer.from(base64, 'base64') : undefined
  return [{ step: 'bytes', path, sourceHash: bytes !== undefined && bytes.length === originalSize ? sourceHash(bytes) : null, by: 'read' }]
}

const isText = (file: JsonObject): boolean => typeof file['content'] === 'string'

/** The client's answer to a Read of a file that does not exist. */
const notThere = /^(?:Error: )?(?:<tool_use_error>)?File does not exist\./

const failed = (beside: JsonObject, said: string): boolean =>
  beside['interrupted'] === true || mayShowFailure([said, text(beside['stdout']), text(beside['stderr'])].join('\n'))

/** Steps of a command: what it may have changed, and what it did to existing files. */
const ofCommand = ({ input, cwd }: CalledTool, block: ContentBlock, beside: unknown, present: PresentFiles): readonly FileStep[] => {
  const { effect, acts } = readCommand(text(input['command']) ?? '', cwd)
  const steps: readonly FileStep[] = effect.kind === 'none' ? [] : [{ step: 'ran', effect }]
  // The result of a background command does not show the outcome of the command, which continues.
  if (block.is_error || input['run_in_background'] === true || acts.length === 0) return steps
  const mayHaveFailed = acts.some(({ isShown }) => isShown) && failed(isObject(beside) ? beside : {}, textOf(block.content) ?? '')
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

interface ResultContext {
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

const resultSteps = (
  call: CalledTool | undefined,
  block: ContentBlock,
  beside: unknown,
  { present, isClient }: ResultContext,
): readonly FileStep[] => {
  const result = isObject(beside) ? beside : undefined
  // The client shows nothing again that it has shown.
  if (result?.['type'] === 'file_unchanged') return []
  const file = result?.['file']
  if (isObject(file)) return shownSteps(call, file)
  const path = result && changedPath(call, result, block.is_error)
  if (path !== undefined && result !== undefined) return changed(path, result)
  if (call === undefined) return [{ step: 'ran', effect: anything }]
  const steps = result === undefined ? stepsInText(call, { content: block.content, isError: block.is_error, isClient }) : []
  if (steps.length > 0) return steps
  const said = callSteps(call, block, beside, present)
  return diffSteps(result?.['bashEditDiff'], call.input['command'], said) ?? said
}

const backedUp = (path: string, backup: unknown): readonly BackedUp[] => {
  if (!isObject(backup)) return []
  const { backupFileName: name, backupTime } = backup
  if (name !== null && typeof name !== 'string') return []
  const at = Date.parse(text(backupTime) ?? '')
  return [{ step: 'backed up', path, name, at: Number.isNaN(at) ? null : at }]
}

/** A snapshot repeats the copies of all files; a delta names one. */
const backupsIn = ({ type, snapshot, trackingPath, backup }: TranscriptRecord): readonly BackedUp[] => {
  if (type === 'file-history-delta') return trackingPath === undefined ? [] : backedUp(trackingPath, backup)
  if (type !== 'file-history-snapshot') return []
  const files = snapshot?.['trackedFileBackups']
  return isObject(files) ? Object.entries(files).flatMap(([path, one]) => backedUp(path, one)) : []
}

/** After a pause of this length a person may have worked on the files, or the client was closed meanwhile. Milliseconds. */
const longPause = 10 * 60_000

/** Where the Unicode forms of a name are one name, files have one path. */
const inOneForm = (step: FileStep): FileStep => {
  if (step.step === 'ran') return step
  if (isTransfer(step)) return { ...step, path: composed(step.path), to: composed(step.to) }
  return composed(step.path) === step.path ? step : { ...step, path: composed(step.path) }
}

/** Reads the records of a chain in their order. */
export class FileStepReader {
  readonly #calls = new Map<string, CalledTool>()
  #lastAt = Number.NaN
  #branch: string | undefined
  #model: string | null = null
  /** Where the client was started, as long as no command may have left the folder: records that do not say where a call was made need it. */
  #startedIn: string | undefined
  #present = new PresentFiles()
  #background = new BackgroundCommands()
  /** Effects of hooks after calls whose results were not read yet. */
  readonly #hooks = new Map<string, readonly ShellEffect[]>()
  /** Messages of a sub-agent that were carried already. */
  readonly #carried = new Set<string>()
  /** Copies that were named already, by the paths of their files. */
  readonly #backups = new Map<string, BackedUp>()

  /** The model that answered last; null: none did. */
  get model(): string | null {
    return this.#model
  }

  /** Another reader that continues from here. */
  copy(): FileStepReader {
    const copy = new FileStepReader()
    for (const [id, call] of this.#calls) copy.#calls.set(id, call)
    copy.#lastAt = this.#lastAt
    copy.#branch = this.#branch
    copy.#model = this.#model
    copy.#startedIn = this.#startedIn
    copy.#present = this.#present.copy()
    copy.#background = this.#background.copy()
    for (const [id, effects] of this.#hooks) copy.#hooks.set(id, effects)
    for (const uuid of this.#carried) copy.#carried.add(uuid)
    for (const [path, backup] of this.#backups) copy.#backups.set(path, backup)
    return copy
  }

  read(record: TranscriptRecord): readonly RecordStep[] {
    const backups = backupsIn(record).filter((backup) => this.#isNew(backup))
    if (backups.length > 0) return backups
    const { timestamp } = record
    const pause = this.pass(typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN)
    const mayDiffer = pause.length > 0 || this.#isOnOtherBranch(record)
    const steps = (this.#isCarriedAgain(record) ? [] : this.#stepsOf(record)).map(inOneForm)
    for (const step of steps) this.#present.note(step)
    return mayDiffer ? [{ step: 'ran', effect: anything }, ...steps] : steps
  }

  #isNew(backup: BackedUp): boolean {
    const before = this.#backups.get(backup.path)
    this.#backups.set(backup.path, backup)
    return before === undefined || before.name !== backup.name || before.at !== backup.at
  }

  /** A record that says nothing of files. @param at milliseconds since 1970; NaN: it has no time */
  pass(at: number): readonly FileStep[] {
    const wasPaused = at - this.#lastAt > longPause
    if (!Number.isNaN(at)) this.#lastAt = at
    return wasPaused ? [{ step: 'ran', effect: anything }] : []
  }

  /** A person, or a command that says nothing of it, checked out another branch. */
  #isOnOtherBranch({ gitBranch }: TranscriptRecord): boolean {
    if (gitBranch === undefined) return false
    const isOther = this.#branch !== undefined && this.#branch !== gitBranch
    this.#branch = gitBranch
    return isOther
  }

  #isCarriedAgain(record: TranscriptRecord): boolean {
    const uuid = carriedUuid(record)
    if (uuid === undefined) return false
    const isAgain = this.#carried.has(uuid)
    this.#carried.add(uuid)
    return isAgain
  }

  #stepsOf(record: TranscriptRecord): readonly FileStep[] {
    const hooks = this.#ranByHooks(record)
    if (record.attachment !== undefined) return [...hooks, ...attachedSteps(record.attachment)]
    if (record.type === 'system' && record.subtype === 'init') this.#startedIn = record.cwd
    const message = readMessage(record.message)
    // What the client made up names no model.
    if (record.type === 'assistant' && message?.model !== '<synthetic>') this.#model = message?.model ?? this.#model
    const blocks = readBlocks(message?.content) ?? []
    const results = blocks.filter(({ type }) => type === 'tool_result')
    const beside = results.length === 1 ? record.toolUseResult : undefined
    const answers = blocks.flatMap((block) => {
      if (block.type === 'tool_use' && block.id !== undefined && block.name !== undefined) this.#called(block.id, block.name, block, record)
      return block.type === 'tool_result' ? this.#answered(block, beside, record) : []
    })
    if (record.type !== 'user') return [...hooks, ...answers]
    this.#background.noticed(message?.content)
    return [...answers, ...selectedIn(message?.content)]
  }

  #answered(block: ContentBlock, beside: unknown, { version }: TranscriptRecord): readonly FileStep[] {
    const id = block.tool_use_id ?? ''
    const call = this.#calls.get(id)
    this.#calls.delete(id)
    if (call !== undefined && !block.is_error) this.#background.answered(call, beside)
    const context = { present: this.#present, isClient: version !== undefined }
    return this.#background.after([...resultSteps(call, block, beside, context), ...this.#ranAfter(id)])
  }

  /** Steps of hooks. A hook that ran after a call waits until the result of that call follows. */
  #ranByHooks(record: TranscriptRecord): readonly FileStep[] {
    const steps: FileStep[] = []
    for (const { toolUseId, isAfter, effect } of hookRuns(record)) {
      if (isAfter && toolUseId !== undefined && this.#calls.has(toolUseId))
        this.#hooks.set(toolUseId, [...(this.#hooks.get(toolUseId) ?? []), effect])
      else steps.push({ step: 'ran', effect })
    }
    return steps
  }

  #ranAfter(id: string): readonly FileStep[] {
    const effects = this.#hooks.get(id) ?? []
    this.#hooks.delete(id)
    return effects.map((effect) => ({ step: 'ran', effect }))
  }

  #called(id: string, name: string, block: ContentBlock, { cwd }: TranscriptRecord): void {
    const input = isObject(block.input) ? block.input : {}
    this.#calls.set(id, { id, name, input, cwd: cwd ?? this.#startedIn })
    if (toolKind(name) === 'shell' && /\b(?:cd|pushd|popd)\b/.test(text(input['command']) ?? '')) this.#startedIn = undefined
  }
}
