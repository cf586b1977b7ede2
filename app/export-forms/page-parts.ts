/** Facts on a page besides the text of the conversation: who speaks, what a call acts on, and which result a call has. */
import { oneLine } from '../model/format/one-line.ts'
import type { ChainLine } from '../conversation/chain-line.ts'
import type { Conversation } from '../conversation/conversation.ts'
import type { ConversationRow } from '../conversation/conversation-row.ts'
import type { JsonObject } from '../model/json-object.ts'
import { objectIn, textIn } from '../model/json-object.ts'
import { typedByHuman, type RecordClass } from '../model/record-class.ts'

export interface PageHead {
  readonly title: string
  /** Name and value, as a list above the conversation. */
  readonly facts: readonly (readonly [string, string])[]
  /** The class of a record, which shows who wrote it. */
  readonly classOf?: (record: JsonObject) => RecordClass
}

/** Headings of messages that no human typed, by the class of their records. */
const messages = {
  peer_message: 'Message of another session',
  teammate_message: 'Message of a teammate',
  task_notification: 'Notification of a task',
  scheduled: 'Scheduled message',
  auto_continuation: 'Automatic continuation',
  plan_handover: 'Plan handed over by the client',
  hook_feedback: 'Message of a hook',
  sidechain_prompt: 'Prompt of the calling agent',
  unknown_origin: 'Message of unknown origin',
  unknown_wrapper: 'Message of unknown origin',
  interrupt: 'Interruption',
} as const satisfies Partial<Record<RecordClass, string>>

const summary = 'Summary of the earlier conversation'

export type Speaker = 'Assistant' | typeof summary | 'User' | 'Client' | (typeof messages)[keyof typeof messages]

const isMessage = (name: RecordClass): name is keyof typeof messages => Object.hasOwn(messages, name)

const speakerOfClass = (name: RecordClass): Speaker => {
  if (typedByHuman.has(name)) return 'User'
  if (name === 'compaction_summary') return summary
  return isMessage(name) ? messages[name] : 'Client'
}

/** Only of records that may contain a message of a user. */
const classOfRow = ({ line, typed }: ConversationRow, classOf: PageHead['classOf']): RecordClass | undefined =>
  line !== undefined && (typed || line.type === 'user') ? classOf?.(line.record) : undefined

/** @param classOf undefined: only the marks of the record itself decide. */
export const speakerOf = (row: ConversationRow, classOf: PageHead['classOf']): Speaker => {
  if (row.role === 'assistant') return 'Assistant'
  if (row.isSummary) return summary
  const name = classOfRow(row, classOf)
  if (name === undefined) return row.typed ? 'User' : 'Client'
  return speakerOfClass(name)
}

/** Results of calls by the ids of the calls. */
export type Results = ReadonlyMap<string, JsonObject>

export const resultsIn = ({ rows }: Conversation): Results =>
  new Map(
    rows.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block['type'] === 'tool_result' ? [[textIn(block, 'tool_use_id') ?? '', block] as const] : [])),
    ),
  )

/** The blocks of a row without results, which are shown with their calls. */
export const ownBlocks = ({ blocks }: ConversationRow): readonly JsonObject[] => blocks.filter(({ type }) => type !== 'tool_result')

/** The subject of a call: a command, path or query of at most 100 characters. */
export const subjectOf = (input: JsonObject): string => {
  const texts = ['command', 'file_path', 'path', 'pattern', 'url', 'query', 'description', 'skill'].flatMap(
    (name) => textIn(input, name) ?? [],
  )
  const line = oneLine(texts[0] ?? '')
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}

/** An image or a document: its kind and its size, bytes. */
export const mediaOf = (block: JsonObject): { readonly kind: string; readonly bytes: number; readonly data: string } => {
  const source = objectIn(block, 'source')
  const data = textIn(source, 'data') ?? ''
  return { kind: textIn(source, 'media_type') ?? 'unknown kind', bytes: Math.floor((data.length * 3) / 4), data }
}

const noteOf = ({ type, subtype, record }: ChainLine): string | undefined => {
  if (type !== 'system' || subtype !== 'model_refusal_fallback') return undefined
  const models = [textIn(record, 'originalModel'), textIn(record, 'fallbackModel')].filter((model) => model !== undefined)
  const said = textIn(record, 'content') ?? 'The client asked another model after a refusal'
  return models.length === 0 ? said : `${said} (${models.join(' → ')})`
}

/** Messages of the client to the person, by the row that follows them; undefined: after all rows. */
export const notesIn = ({ rows, lines }: Conversation): ReadonlyMap<ConversationRow | undefined, readonly string[]> => {
  const rowOf = new Map(rows.filter((row) => ownBlocks(row).length > 0).map((row) => [row.line, row]))
  const notes = new Map<ConversationRow | undefined, readonly string[]>()
  let waiting: readonly string[] = []
  for (const line of lines) {
    const note = noteOf(line)
    const row = rowOf.get(line)
    if (note !== undefined) waiting = [...waiting, note]
    if (row === undefined || waiting.length === 0) continue
    notes.set(row, waiting)
    waiting = []
  }
  return waiting.length === 0 ? notes : notes.set(undefined, waiting)
}
