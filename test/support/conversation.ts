/** Builds Claude Code transcripts for tests, step by step as a conversation goes, in the form a given client writes. */
import { appendInterrupt, recoverOpenCalls } from './transcript/break-off.ts'
import type { ClientVersion } from './transcript/client.ts'
import { appendCompaction, appendMicrocompaction, type CompactionOptions } from './transcript/compaction.ts'
import { forkThread } from './transcript/fork-session.ts'
import {
  appendBlock,
  appendCall,
  appendSynthetic,
  appendText,
  appendThinking,
  type CallOptions,
  type ReplyOptions,
} from './transcript/reply.ts'
import { openSession, type ConversationOptions, type Fields, type Session } from './transcript/session.ts'
import { addOutputFile, lineText, mainPath, sessionFiles } from './transcript/session-files.ts'
import { appendSubAgents, type SubAgentOptions } from './transcript/sub-agent.ts'
import { appendRow, endReply, goBack, moveTo, openMainThread, pass, type RowPlace, type Thread } from './transcript/thread.ts'
import { appendResult, type ResultOptions } from './transcript/tool-result.ts'
import { appendEdit, appendParallel, appendRead, appendRun, appendWrite, type ParallelCall } from './transcript/tool-turn.ts'
import {
  appendAttachment,
  appendCommand,
  appendMeta,
  appendNotification,
  appendPrompt,
  appendQueued,
  appendShellInput,
  appendUser,
  type CommandOptions,
  type HumanOptions,
} from './transcript/user-row.ts'

const firstContextTokens = 13_400

export class Conversation {
  private readonly session: Session
  private readonly thread: Thread
  private endsTorn = false

  constructor(session: Session, thread: Thread) {
    this.session = session
    this.thread = thread
  }

  get sessionId(): string {
    return this.session.id
  }

  get version(): ClientVersion {
    return this.session.client.version
  }

  /** Path of the main file below `projects/`. */
  get path(): string {
    return mainPath(this.session)
  }

  /** The uuid of the last row of the chain. */
  get lastUuid(): string {
    if (this.thread.parent === undefined) throw new Error('the conversation has no row yet')
    return this.thread.parent
  }

  /** The id of the last tool call without an answer. */
  get lastCallId(): string {
    const call = this.thread.openCalls.at(-1)
    if (call === undefined) throw new Error('no open tool call')
    return call.id
  }

  /** Time of the last record. */
  get now(): Date {
    return new Date(this.thread.nowMs)
  }

  /** A prompt. In the main thread a person typed it. */
  human(text: string, options?: HumanOptions): this {
    appendPrompt(this.thread, text, options)
    return this
  }

  /** Text of the model. Text, thinking and calls in a row belong to one reply as far as a reply can hold them. */
  agent(text: string, options?: ReplyOptions): this {
    appendText(this.thread, text, options)
    return this
  }

  thinks(text: string, options?: ReplyOptions): this {
    appendThinking(this.thread, text, options)
    return this
  }

  /** A block of a kind that has no method of its own, such as redacted_thinking. */
  block(block: Fields, options: ReplyOptions = {}): this {
    appendBlock(this.thread, block, JSON.stringify(block), 'end_turn', options)
    return this
  }

  calls(tool: string, input: Fields = {}, options?: CallOptions): this {
    appendCall(this.thread, tool, input, options)
    return this
  }

  /** Answers a call: `last` or `first` of the open ones, or one by its id. */
  result(idOrLast: string, content: unknown, options?: ResultOptions): this {
    appendResult(this.thread, idOrLast, content, options)
    return this
  }

  /** Several calls in one reply and their results. */
  parallel(calls: readonly ParallelCall[]): this {
    appendParallel(this.thread, calls)
    return this
  }

  /** Read of a file of the working copy; a text given here becomes its content. */
  reads(file: string, text?: string, options: ResultOptions = {}): this {
    appendRead(this.thread, file, text, options)
    return this
  }

  edits(file: string, oldText: string, newText: string, options: ResultOptions = {}): this {
    appendEdit(this.thread, file, oldText, newText, options)
    return this
  }

  writes(file: string, content: string, options: ResultOptions = {}): this {
    appendWrite(this.thread, file, content, options)
    return this
  }

  runs(command: string, output: string, options: ResultOptions & { readonly description?: string } = {}): this {
    appendRun(this.thread, command, output, options)
    return this
  }

  /** A sub-agent with its own chain; its report comes back as the call's result. */
  subagent(options: SubAgentOptions, build: (agent: Conversation) => unknown): this {
    return this.subagents([{ ...options, build }])
  }

  /** Sub-agents that run at the same time. */
  subagents(agents: readonly (SubAgentOptions & { readonly build: (agent: Conversation) => unknown })[]): this {
    const runs = agents.map(({ build, ...options }) => ({
      ...options,
      play: (thread: Thread) => build(new Conversation(this.session, thread)),
    }))
    appendSubAgents(this.thread, runs)
    return this
  }

  compacts(options: CompactionOptions = {}): this {
    appendCompaction(this.thread, options)
    return this
  }

  microcompacts(tokensSaved = 20_000, clearedCalls: readonly string[] = []): this {
    appendMicrocompaction(this.thread, tokensSaved, clearedCalls)
    return this
  }

  /** Moves to a record, as a second program does that has the session open: the next row hangs on it. */
  from(uuid: string): this {
    moveTo(this.thread, uuid)
    return this
  }

  /** Goes back to before the n-th last prompt: the next row hangs where that prompt hung. */
  rewind(prompts: number): this {
    goBack(this.thread, prompts)
    return this
  }

  /** Escape pressed. Open calls are answered by an error first unless they are to stay open. */
  interrupt(options: { readonly leaveOpen?: boolean } = {}): this {
    appendInterrupt(this.thread, options.leaveOpen === true)
    return this
  }

  command(name: string, args = '', stdout?: string, options: CommandOptions = {}): this {
    appendCommand(this.thread, name, args, stdout, options)
    return this
  }

  bash(command: string, stdout: string, stderr = ''): this {
    appendShellInput(this.thread, command, stdout, stderr)
    return this
  }

  meta(text: string, options: { readonly asBlocks?: boolean } = {}): this {
    appendMeta(this.thread, text, options.asBlocks === true)
    return this
  }

  /** The client tells that a background task ended; a plain text becomes the summary of the envelope. */
  notification(text: string, taskId?: string): this {
    appendNotification(this.thread, text, taskId ?? this.session.ids.hex(7))
    return this
  }

  queued(text: string): this {
    appendQueued(this.thread, text)
    return this
  }

  apiError(text: string, fields: Fields = {}): this {
    const reason = this.session.client.version === '2.1.330' ? { error: 'unknown' } : {}
    appendSynthetic(this.thread, text, { isApiErrorMessage: true, ...reason, ...fields })
    return this
  }

  /** A user record with any content and fields, hung on the chain. */
  user(content: unknown, fields: Fields = {}, place?: RowPlace): this {
    pass(this.thread, 100)
    appendUser(this.thread, content, fields, place)
    return this
  }

  /** Any other record of the chain: system, attachment, progress or a kind nobody knows. */
  row(body: Fields, place?: RowPlace): this {
    endReply(this.thread)
    pass(this.thread, 30)
    appendRow(this.thread, body, {}, place)
    return this
  }

  attachment(attachment: Fields, rendered?: string, renderedRole: 'system' | 'user' = 'system'): this {
    appendAttachment(this.thread, attachment, rendered, renderedRole)
    return this
  }

  /** A record without uuid, beside the chain, as given. */
  bookkeeping(record: Fields): this {
    this.thread.write(record)
    return this
  }

  /** A line that goes to the file as it is. */
  raw(lineText: string): this {
    this.session.main.push({ kind: 'raw', text: lineText })
    return this
  }

  /** The file ends in the middle of its last line, as after a crash. */
  torn(): this {
    this.endsTorn = true
    return this
  }

  /** The context grows by tokens that no record shows, such as tool descriptions: the usage of later replies counts them. */
  fills(tokens: number): this {
    endReply(this.thread)
    this.thread.contextTokens += tokens
    return this
  }

  /** A file beside the session that holds the output of a tool; gives its path below `projects/`. */
  outputFile(name: string, text: string): string {
    return addOutputFile(this.session, name, text)
  }

  wait(milliseconds: number): this {
    this.thread.nowMs += milliseconds
    return this
  }

  /** A new conversation in its own file that begins with the rows the model sees now: same uuids, new session id. */
  fork(sessionId?: string): Conversation {
    const thread = forkThread(this.thread, sessionId)
    return new Conversation(thread.session, thread)
  }

  /**
   * The session is taken up again: with an id in a new file that begins with a copy (as fork does), without one in the
   * same file, where calls left open get an error and the client answers in the model's place.
   */
  resume(sessionId?: string): Conversation {
    if (sessionId !== undefined) return this.fork(sessionId)
    recoverOpenCalls(this.thread)
    return this
  }

  /** The lines of the main file, without their line ends. */
  lines(): readonly string[] {
    return this.session.main.map(lineText)
  }

  /** Every file of the conversation by its path below `projects/`. */
  files(): ReadonlyMap<string, Buffer> {
    return sessionFiles(this.session, this.endsTorn)
  }
}

export function conversation(options: ConversationOptions = {}): Conversation {
  const session = openSession(options)
  return new Conversation(session, openMainThread(session, session.startedAtMs, firstContextTokens))
}
