/** Records of type user that are not tool results: what a person typed, and what the client puts in their place. */
import type { Fields } from './session.ts'
import { appendRow, endReply, pass, tokensOf, type RowPlace, type Thread } from './thread.ts'

export interface HumanOptions {
  /** Milliseconds since the record before; default 20 s. */
  readonly after?: number
  readonly uuid?: string
  /** PNG pictures in base64, pasted after the text. */
  readonly images?: readonly string[]
  /** Text as one block of an array, as the SDK sends it. */
  readonly asBlocks?: boolean
  /** How the prompt reached the client; default typed, or sdk with -p. */
  readonly source?: 'typed' | 'queued' | 'sdk' | 'system'
  readonly parent?: string
}

/** Appends a user record with its place in the turn; text may come as blocks. */
export function appendUser(thread: Thread, content: unknown, tail: Fields = {}, place: RowPlace = {}, flags: Fields = {}): string {
  endReply(thread)
  thread.contextTokens += tokensOf(typeof content === 'string' ? content : JSON.stringify(content))
  const named = thread.session.client.hasPromptSource ? { promptId: thread.promptId } : {}
  const message = { role: 'user', content }
  return appendRow(thread, { ...named, type: 'user', message, ...flags }, tail, place)
}

function promptContent(text: string, options: HumanOptions): unknown {
  const images = options.images ?? []
  if (images.length === 0 && options.asBlocks !== true) return text
  const pictures = images.map((data) => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }))
  return [{ type: 'text', text }, ...pictures]
}

function origin(source: HumanOptions['source']): Fields {
  if (source === 'system') return { promptSource: 'system', turnOrigin: 'task_notification', origin: { kind: 'task-notification' } }
  if (source === 'sdk') return { promptSource: 'sdk', turnOrigin: 'sdk' }
  return { promptSource: source ?? 'typed', turnOrigin: 'human', origin: { kind: 'human' } }
}

function promptTail(thread: Thread, options: HumanOptions): Fields {
  const { client, entrypoint } = thread.session
  const interrupted = thread.interruptedReply === undefined ? {} : { interruptedMessageId: thread.interruptedReply }
  thread.interruptedReply = undefined
  if (client.version === '2.1.42') return { thinkingMetadata: { maxThinkingTokens: 31999 }, todos: [], permissionMode: 'default' }
  if (!client.hasPromptSource || thread.agent !== undefined) return {}
  const source = options.source ?? (entrypoint === 'sdk-cli' ? 'sdk' : 'typed')
  const turnPosition = { promptIndex: thread.prompts.length - 1, turnIndex: thread.turns }
  return { permissionMode: 'default', ...origin(source), ...interrupted, turnPosition }
}

/** A prompt that a person typed (in a sub-agent: the one its parent wrote). Starts a turn. */
export function appendPrompt(thread: Thread, text: string, options: HumanOptions = {}): string {
  endReply(thread)
  pass(thread, 20_000, options.after)
  thread.promptId = thread.agent === undefined ? thread.session.ids.uuid() : thread.promptId
  thread.turns += 1
  const parent = options.parent ?? thread.parent
  thread.prompts.push({ parent, contextTokens: thread.contextTokens })
  return appendUser(thread, promptContent(text, options), promptTail(thread, options), { parent, uuid: options.uuid })
}

export function appendMeta(thread: Thread, text: string, asBlocks: boolean): void {
  pass(thread, 20)
  appendUser(thread, asBlocks ? [{ type: 'text', text }] : text, {}, {}, { isMeta: true })
}

const caveatText = 'Caveat: The messages below come from commands that the user ran in the client. They are context, not requests.'

/** The note that the client writes before the records of a command of its own. */
export function appendCaveat(thread: Thread): void {
  const wrapped = thread.session.client.version.startsWith('2.1')
  appendMeta(thread, wrapped ? `<local-command-caveat>${caveatText}</local-command-caveat>` : caveatText, false)
}

export interface CommandOptions {
  /** The prompt that a command of the project expands to; without it the command is the client's own. */
  readonly body?: string
  readonly after?: number
}

function appendOwnCommand(thread: Thread, name: string, args: string, stdout: string | undefined): void {
  appendCaveat(thread)
  const word = name.replace(/^\//, '')
  const indent = ' '.repeat(12)
  appendUser(
    thread,
    `<command-name>/${word}</command-name>\n${indent}<command-message>${word}</command-message>\n${indent}<command-args>${args}</command-args>`,
  )
  if (stdout === undefined) return
  const content = `<local-command-stdout>${stdout}</local-command-stdout>`
  pass(thread, 40)
  if (thread.session.client.version !== '2.1.330') appendUser(thread, content)
  else appendRow(thread, { type: 'system', subtype: 'local_command', content, level: 'info', isMeta: false })
}

/** A slash command: the client's own (caveat, command, output) or one of the project, whose body is a prompt. */
export function appendCommand(thread: Thread, name: string, args: string, stdout: string | undefined, options: CommandOptions): void {
  endReply(thread)
  pass(thread, 15_000, options.after)
  if (options.body === undefined) {
    appendOwnCommand(thread, name, args, stdout)
    return
  }
  const word = name.replace(/^\//, '')
  thread.promptId = thread.session.ids.uuid()
  thread.turns += 1
  thread.prompts.push({ parent: thread.parent, contextTokens: thread.contextTokens })
  const tail = thread.session.client.hasPromptSource ? { turnOrigin: thread.session.entrypoint === 'cli' ? 'human' : 'sdk' } : {}
  const text = `<command-message>${word}</command-message>\n<command-name>/${word}</command-name>\n<command-args>${args}</command-args>`
  appendUser(thread, text, tail)
  appendMeta(thread, options.body, true)
}

/** A shell command typed after `!`. */
export function appendShellInput(thread: Thread, command: string, stdout: string, stderr: string): void {
  endReply(thread)
  pass(thread, 12_000)
  if (!thread.session.client.hasPromptSource) appendCaveat(thread)
  appendUser(thread, `<bash-input>${command}</bash-input>`)
  pass(thread, 600)
  appendUser(thread, `<bash-stdout>${stdout}</bash-stdout><bash-stderr>${stderr}</bash-stderr>`)
}

/** The client's message that a background task ended. */
export function appendNotification(thread: Thread, text: string, taskId: string): void {
  endReply(thread)
  pass(thread, 2_000)
  const content = text.startsWith('<task-notification>')
    ? text
    : `<task-notification>\n<task-id>${taskId}</task-id>\n<status>completed</status>\n<summary>${text}</summary>\n</task-notification>`
  thread.turns += 1
  appendUser(thread, content, thread.session.client.hasPromptSource ? { ...origin('system'), queueSkipAttachments: true } : {})
}

/** A prompt typed while the model worked: an attachment in 2.1.330, a queue operation in the clients before. */
export function appendQueued(thread: Thread, text: string): void {
  const { client, id, ids } = thread.session
  pass(thread, 1_000)
  const timestamp = new Date(thread.nowMs).toISOString()
  if (!client.hasPromptSource) {
    thread.write({ type: 'queue-operation', operation: 'enqueue', timestamp, sessionId: id, content: text })
    thread.write({ type: 'queue-operation', operation: 'remove', timestamp, sessionId: id })
    return
  }
  endReply(thread)
  const commandUuid = ids.uuid()
  const deliveryId = ids.uuid()
  thread.write({ type: 'queue-operation', operation: 'enqueue', timestamp, sessionId: id, content: text })
  thread.write({
    type: 'queue-operation',
    operation: 'remove',
    timestamp,
    sessionId: id,
    reason: 'absorbed_mid_turn',
    commandUuid,
    deliveryId,
  })
  const attachment = {
    type: 'queued_command',
    prompt: text,
    source_uuid: commandUuid,
    delivery_id: deliveryId,
    commandMode: 'prompt',
    timestamp,
  }
  appendRow(thread, { attachment, type: 'attachment' }, { renderedRole: 'system' })
}

/** What the client attaches for the model to see; `rendered` is the text that the model gets. */
export function appendAttachment(thread: Thread, attachment: Fields, rendered: string | undefined, renderedRole: 'system' | 'user'): void {
  endReply(thread)
  const shown =
    rendered === undefined ? {} : { rendered: [{ content: `<system-reminder>\n${rendered}\n</system-reminder>` }], renderedRole }
  thread.contextTokens += tokensOf(rendered ?? '')
  appendRow(thread, { attachment, type: 'attachment' }, shown)
}
