/** One chain of records: the main conversation or a sub-agent's. Appends records with the envelope of the client. */
import type { Client } from './client.ts'
import type { Fields, Session } from './session.ts'

export interface Call {
  readonly id: string
  readonly name: string
  readonly input: Fields
  /** The row that carries the call. */
  readonly row: string
}

/** Where a prompt was put, to come back to it. */
interface PromptMark {
  readonly parent: string | undefined
  readonly contextTokens: number
}

/** The reply that is being written; its rows share a message id. */
export interface OpenReply {
  readonly id: string
  readonly requestId: string
  readonly model: string
  readonly messages: Record<string, unknown>[]
  readonly inputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  outputTokens: number
}

export interface Agent {
  readonly id: string
  /** Whether its rows say so: inline sidechains of client 1.0 do not. */
  readonly named: boolean
  readonly type: string
  readonly depth: number
}

export interface Thread {
  readonly session: Session
  readonly write: (record: Fields) => void
  readonly agent: Agent | undefined
  readonly model: string
  parent: string | undefined
  nowMs: number
  reply: OpenReply | undefined
  readonly openCalls: Call[]
  readonly prompts: PromptMark[]
  promptId: string
  contextTokens: number
  cachedTokens: number
  turns: number
  interruptedReply: string | undefined
}

/** Tokens that a text takes, roughly: four characters each. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / 4)
}

export function openThread(
  session: Session,
  write: (record: Fields) => void,
  start: { readonly nowMs: number; readonly contextTokens: number; readonly agent?: Agent; readonly model?: string },
): Thread {
  return {
    session,
    write,
    agent: start.agent,
    model: start.model ?? session.model,
    parent: undefined,
    nowMs: start.nowMs,
    reply: undefined,
    openCalls: [],
    prompts: [],
    promptId: session.ids.uuid(),
    contextTokens: start.contextTokens,
    cachedTokens: Math.floor(start.contextTokens * 0.9),
    turns: 0,
    interruptedReply: undefined,
  }
}

/** The thread whose records make the session's main file. */
export function openMainThread(session: Session, nowMs: number, contextTokens: number): Thread {
  return openThread(session, (record) => session.main.push({ kind: 'record', record }), { nowMs, contextTokens })
}

/** Moves the thread's clock on; `lively` conversations vary the step by a factor between 0.5 and 2. */
export function pass(thread: Thread, stepMs: number, exactMs?: number): void {
  const factor = thread.session.pace === 'lively' ? 0.5 + 1.5 * thread.session.ids.fraction() : 1
  thread.nowMs += exactMs ?? Math.max(1, Math.round(stepMs * factor))
}

export interface RowPlace {
  /** `null` makes a root. Without it the row hangs on the thread's last row. */
  readonly parent?: string | null | undefined
  readonly logicalParent?: string | undefined
  readonly uuid?: string | undefined
  /** The row does not become the parent of the next one. */
  readonly aside?: boolean
}

function surroundings(session: Session, agent: Agent | undefined): { readonly where: Fields; readonly whose: Fields } {
  const where: Record<string, unknown> = { userType: 'external' }
  if (session.client.envelope === 'trailing') where['entrypoint'] = session.entrypoint
  Object.assign(where, { cwd: session.cwd, sessionId: session.id, version: session.client.version, gitBranch: session.gitBranch })
  const whose = agent?.named === true ? { agentId: agent.id } : {}
  return { where, whose: session.client.hasPlanName ? { ...whose, slug: session.planName } : whose }
}

function assemble(client: Client, head: Fields, around: ReturnType<typeof surroundings>, body: Fields, tail: Fields): Fields {
  return client.envelope === 'leading'
    ? { ...head, ...around.where, ...around.whose, ...body, ...tail }
    : { ...head, ...around.whose, ...body, ...tail, ...around.where }
}

/** Appends a record that has its place in the chain (user, assistant, system, attachment, progress) and gives its uuid. */
export function appendRow(thread: Thread, body: Fields, tail: Fields = {}, place: RowPlace = {}): string {
  const { session, agent } = thread
  const uuid = place.uuid ?? session.ids.uuid()
  const parent = place.parent === undefined ? thread.parent : (place.parent ?? undefined)
  const head = {
    parentUuid: parent ?? null,
    ...(place.logicalParent === undefined ? {} : { logicalParentUuid: place.logicalParent }),
    isSidechain: agent !== undefined,
  }
  const named = { uuid, timestamp: new Date(thread.nowMs).toISOString(), ...tail }
  thread.write(assemble(session.client, head, surroundings(session, agent), body, named))
  if (place.aside !== true) thread.parent = uuid
  return uuid
}

/** Ends the reply being written: the next block belongs to a new one. */
export function endReply(thread: Thread): void {
  const { reply } = thread
  if (reply === undefined) return
  thread.cachedTokens = reply.cacheReadTokens + reply.cacheWriteTokens
  thread.contextTokens = thread.cachedTokens + reply.inputTokens + reply.outputTokens
  thread.reply = undefined
}

/** The next row hangs on this row. */
export function moveTo(thread: Thread, uuid: string | undefined): void {
  endReply(thread)
  thread.parent = uuid
  thread.openCalls.length = 0
}

/** Goes back to before the n-th last prompt. */
export function goBack(thread: Thread, prompts: number): void {
  const marks = thread.prompts.splice(Math.max(0, thread.prompts.length - prompts))
  const mark = marks[0]
  if (mark === undefined || marks.length < prompts) throw new Error(`there are not ${String(prompts)} prompts to go back`)
  moveTo(thread, mark.parent)
  thread.contextTokens = mark.contextTokens
}
