/** Programs that run beside the calls of an agent and may change files: hooks, and commands that continue in the background. */
import { toolKind } from '../../importer/agents.ts'
import { outputKinds } from '../model/tool-kind.ts'
import { isObject, type JsonObject } from '../model/json-object.ts'
import { readBlocks, type TranscriptRecord } from '../model/record.ts'
import { readCommand } from '../shell/read-command.ts'
import { mayChange, type ShellEffect } from '../shell/shell-effect.ts'
import { type FileStep, changing, pathsOf } from './file-step.ts'

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

export interface CalledTool {
  readonly id: string
  readonly name: string
  readonly input: JsonObject
  readonly cwd: string | undefined
}

export interface HookRun {
  /** The call that it ran for. */
  readonly toolUseId: string | undefined
  /** It may have run after the call, whose result may be in a later record. */
  readonly isAfter: boolean
  readonly effect: ShellEffect
  /** It gave the call another input: what the call names as written may not be what was. */
  readonly isOfCall?: boolean
}

/** A function of the client itself, no program. */
const isOwn = (command: string | undefined): boolean => command === 'callback' || command === 'internal'

const isAfterCall = (event: string | undefined): boolean => event?.startsWith('PostToolUse') !== false

/** @param command undefined: not recorded */
const hookRun = (
  event: string | undefined,
  command: string | undefined,
  toolUseId: string | undefined,
  cwd: string | undefined,
): HookRun[] => {
  if (isOwn(command)) return []
  // A hook that belongs to no call counts only if its program is known.
  if (command === undefined && !/ToolUse/.test(event ?? '')) return []
  const { effect }: { readonly effect: ShellEffect } = command === undefined ? { effect: { kind: 'any' } } : readCommand(command, cwd)
  return effect.kind === 'none' ? [] : [{ toolUseId, isAfter: isAfterCall(event), effect }]
}

const ofFields = (fields: JsonObject, { cwd, toolUseID }: TranscriptRecord): HookRun[] => {
  const blocking = fields['blockingError']
  const command = text(fields['command']) ?? (isObject(blocking) ? text(blocking['command']) : undefined)
  const event = text(fields['hookEvent']) ?? text(fields['hookName'])?.split(':', 1)[0]
  const id = text(fields['toolUseID']) ?? toolUseID
  const givesInput = [fields['stdout'], fields['content']].some((said) => text(said)?.includes('"updatedInput"') === true)
  const runs = hookRun(event, command, id, cwd)
  return givesInput ? [...runs, { toolUseId: id, isAfter: true, effect: { kind: 'none' }, isOfCall: true }] : runs
}

/** `PostToolUse:Edit [npx prettier --write] completed successfully`, as older clients wrote it. */
const written = /^(?:\u001b\[\d+m)*(\w+)(?::\w+)?(?:\u001b\[\d+m)* \[([^]+)\] (?:completed|failed)/

const ofSystem = (record: TranscriptRecord): readonly HookRun[] => {
  const { hookInfos, content, toolUseID, cwd, subtype } = record
  if (Array.isArray(hookInfos)) {
    const event = subtype === 'stop_hook_summary' ? 'Stop' : undefined
    return hookInfos.filter(isObject).flatMap((info) => hookRun(event, text(info['command']), toolUseID, cwd))
  }
  const [, event, command] = written.exec(text(content) ?? '') ?? []
  return event === undefined ? [] : hookRun(event, command, toolUseID, cwd)
}

/** Programs of hooks that a record names. */
export const hookRuns = (record: TranscriptRecord): readonly HookRun[] => {
  const { type, attachment, data } = record
  if (attachment !== undefined) return /^(?:async_)?hook_/.test(text(attachment['type']) ?? '') ? ofFields(attachment, record) : []
  if (type === 'progress') return data?.['type'] === 'hook_progress' ? ofFields(data, record) : []
  return type === 'system' ? ofSystem(record) : []
}

const taskIn = (fields: JsonObject): string | undefined =>
  text(fields['shell_id']) ??
  text(fields['bash_id']) ??
  text(fields['task_id']) ??
  text(fields['backgroundTaskId']) ??
  text(fields['agentId'])

const inBackground = /^Command (?:running in|was [^\n]*\b(?:moved to|in) the) background|^Command was [^\n]*backgrounded/

/** The id of the task in which a command continues after its result; '': it is not recorded; undefined: the command ended. @param said the text of the result */
export const backgroundTask = (input: JsonObject, beside: unknown, said: string): string | undefined => {
  const task = taskIn(isObject(beside) ? beside : {})
  return task ?? (input['run_in_background'] === true || inBackground.test(said) ? (/ID: (\w+)/.exec(said)?.[1] ?? '') : undefined)
}

const ended = /^(?:completed|failed|killed|stopped|exited)$/
const notice = /<task-notification>[^]*?<task-id>([^<]+)<\/task-id>[^]*?<status>([^<]+)<\/status>/g

/** Commands that were started in the background and still run. */
export class BackgroundCommands {
  readonly #running = new Map<string, ShellEffect>()
  /** Sub-agents, by their ids, and the calls that started them. */
  readonly #agents = new Map<string, string>()

  copy(): BackgroundCommands {
    const copy = new BackgroundCommands()
    for (const [id, effect] of this.#running) copy.#running.set(id, effect)
    for (const [id, call] of this.#agents) copy.#agents.set(id, call)
    return copy
  }

  /** The result of a call, which may have started one or ended it. @param beside what the client recorded beside it */
  answered(call: CalledTool, beside: unknown, said: string): void {
    const [result, task] = [isObject(beside) ? beside : {}, taskIn(call.input)]
    const kind = toolKind(call.name)
    if (kind === 'shell') this.#started(call, backgroundTask(call.input, beside, said))
    else if (kind === 'agent' && result['status'] === 'async_launched') this.#agents.set(text(result['agentId']) ?? call.id, call.id)
    else if (kind === 'stop-shell' || kind === 'stop-task') this.#end(task)
    else if (outputKinds.has(kind)) {
      const about = isObject(result['task']) ? result['task'] : result
      if (ended.test(text(about['status']) ?? '')) this.#end(task)
    }
  }

  #started({ id, input, cwd }: CalledTool, task: string | undefined): void {
    const { effect, isDetached } = readCommand(text(input['command']) ?? '', cwd)
    const isBackground = task !== undefined || isDetached
    if (isBackground && effect.kind !== 'none') this.#running.set(task === undefined || task === '' ? id : task, effect)
  }

  /** A prompt may contain notices of commands that ended. */
  noticed(content: unknown): void {
    if (this.#running.size + this.#agents.size === 0) return
    const texts = typeof content === 'string' ? [content] : (readBlocks(content) ?? []).map(({ text: own }) => own ?? '')
    for (const one of texts) for (const [, id, status] of one.matchAll(notice)) if (ended.test(status ?? '')) this.#end(id)
  }

  #end(task: string | undefined): void {
    if (task === undefined) return
    this.#running.delete(task)
    this.#agents.delete(task)
  }

  /**
   * Steps of a record, with what those that run make of what the agent wrote. A sub-agent may also have changed what the agent sees now,
   * where its own records do not say more.
   */
  after(steps: readonly FileStep[]): readonly FileStep[] {
    const written = steps.flatMap((step) => (step.step === 'written' || step.step === 'edited' ? [step.path] : []))
    const changed = written.filter((path) => [...this.#running.values()].some((effect) => mayChange(effect, path)))
    const paths = [...new Set(steps.flatMap((step) => (step.step === 'gone' ? [] : pathsOf(step))))]
    const byAgents = paths.length === 0 ? [] : [...this.#agents.values()].map((spawnedBy) => ({ ...changing(paths), spawnedBy }))
    return changed.length + byAgents.length === 0 ? steps : [...steps, ...byAgents, ...(changed.length === 0 ? [] : [changing(changed)])]
  }
}
