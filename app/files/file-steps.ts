/** The steps that records of the client are in what an agent knows of files. */
import { toolKind } from '../../importer/agents.ts'
import { carriedUuid } from '../../importer/records/carried-record.ts'
import { isObject } from '../model/json-object.ts'
import { readBlocks, readMessage, textOf, type ContentBlock, type TranscriptRecord } from '../model/record.ts'
import { BackgroundCommands, hookRuns, type CalledTool } from './beside-edits.ts'
import { PresentFiles } from './folder-steps.ts'
import type { ShellEffect } from '../shell/shell-effect.ts'
import { changing, type BackedUp, type FileStep, type RecordStep } from './file-step.ts'
import { InlineSnapshots } from './inline-snapshots.ts'
import { inOneSpelling, Spellings } from './named-paths.ts'
import { attachedSteps, selectedIn } from './shown-files.ts'
import { pathOfCall } from './call-text.ts'
import { anything, mayHaveDone, resultSteps } from './result-steps.ts'

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

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
  #spellings = new Spellings()
  #snapshots = new InlineSnapshots()
  /** Calls that had no result when a prompt followed. */
  readonly #left = new Set<string>()
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
    copy.#spellings = this.#spellings.copy()
    copy.#snapshots = this.#snapshots.copy()
    for (const id of this.#left) copy.#left.add(id)
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
    const said = (this.#isCarriedAgain(record) ? [] : this.#stepsOf(record)).map((step) => inOneSpelling(step, record.cwd))
    const spelled = this.#spellings.after(said, this.#present)
    const steps = this.#snapshots.after(spelled)
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
    if (record.type === 'assistant') this.#answeredBy(message?.model)
    const blocks = readBlocks(message?.content) ?? []
    const results = blocks.filter(({ type }) => type === 'tool_result')
    const beside = results.length === 1 ? record.toolUseResult : undefined
    const answers = blocks.flatMap((block) => this.#stepsIn(block, beside, record))
    if (record.type !== 'user') return [...hooks, ...answers]
    this.#background.noticed(message?.content)
    return results.length > 0 || record.isMeta ? answers : [...this.#leftOpen(), ...selectedIn(message?.content)]
  }

  /** What the client made up names no model. */
  #answeredBy(model: string | undefined): void {
    if (model !== '<synthetic>') this.#model = model ?? this.#model
  }

  #stepsIn(block: ContentBlock, beside: unknown, record: TranscriptRecord): readonly FileStep[] {
    if (block.type === 'tool_use' && block.id !== undefined && block.name !== undefined) this.#called(block.id, block.name, block, record)
    return block.type === 'tool_result' ? this.#answered(block, beside, record) : []
  }

  /** Calls that have no result when a prompt follows, as after the client was killed: they may have been made. */
  #leftOpen(): readonly FileStep[] {
    const open = [...this.#calls.values()].filter(({ id }) => !this.#left.has(id))
    for (const { id } of open) this.#left.add(id)
    return open.flatMap(mayHaveDone)
  }

  #answered(block: ContentBlock, beside: unknown, { version, cwd }: TranscriptRecord): readonly FileStep[] {
    const id = block.tool_use_id ?? ''
    const call = this.#calls.get(id)
    this.#calls.delete(id)
    if (call !== undefined && !block.is_error) this.#background.answered(call, beside, textOf(block.content) ?? '')
    if (call !== undefined && toolKind(call.name) === 'shell') this.#entered(cwd)
    const context = { present: this.#present, isClient: version !== undefined }
    const steps = resultSteps(call, block, beside, context).map((step) => inOneSpelling(step, call?.cwd))
    return this.#background.after([...steps, ...this.#ranAfter(id)])
  }

  /** Calls of the same reply wait for a command that leaves the folder, and are made where it went. */
  #entered(cwd: string | undefined): void {
    if (cwd === undefined) return
    for (const [id, call] of this.#calls) if (call.cwd !== cwd) this.#calls.set(id, { ...call, cwd })
  }

  /** Steps of hooks. A hook that ran after a call waits until the result of that call follows. */
  #ranByHooks(record: TranscriptRecord): readonly FileStep[] {
    const steps: FileStep[] = []
    for (const { toolUseId, isAfter, effect: own, isOfCall } of hookRuns(record)) {
      const path = isOfCall === true ? pathOfCall(this.#calls.get(toolUseId ?? '')?.input ?? {}) : undefined
      const effect = path === undefined ? own : changing([path]).effect
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
