/** Where the client replaces the conversation so far by a summary, in the forms that the client versions write. */
import type { Fields, Line } from './session.ts'
import { appendRow, endReply, pass, tokensOf, type Thread } from './thread.ts'
import { appendCaveat, appendUser } from './user-row.ts'

export interface CompactionOptions {
  readonly trigger?: 'auto' | 'manual'
  /** `old`: compact_metadata and a record of type summary instead of a user record with the summary. */
  readonly form?: 'new' | 'old'
  readonly summary?: string
  /** How many of the last messages stay word for word (client 2.1.330). */
  readonly preserved?: number
  /** The boundary names only the first and the last of these. */
  readonly namesEndsAlone?: boolean
  readonly preTokens?: number
  readonly postTokens?: number
  /** What the user typed after /compact. */
  readonly instructions?: string
  readonly durationMs?: number
}

const opening = 'This session is being continued from a previous conversation that ran out of context.'

function isMessage(record: Fields): boolean {
  return (record['type'] === 'user' || record['type'] === 'assistant') && record['isSidechain'] !== true
}

function lastMessages(main: readonly Line[], count: number): readonly string[] {
  const uuids = main.flatMap((line) => (line.kind === 'record' && isMessage(line.record) ? [String(line.record['uuid'])] : []))
  return count === 0 ? [] : uuids.slice(-count)
}

function preservedFields(uuids: readonly string[], anchorUuid: string, namesEndsAlone: boolean): Fields {
  if (uuids.length === 0) return {}
  return {
    preservedSegment: { headUuid: uuids[0], anchorUuid, tailUuid: uuids.at(-1) },
    ...(namesEndsAlone ? {} : { preservedMessages: { anchorUuid, uuids, allUuids: uuids } }),
  }
}

function newForm(thread: Thread, options: CompactionOptions, measured: Fields, postTokens: number): void {
  const { client, ids, main } = thread.session
  const logicalParent = thread.parent
  const summaryRow = ids.uuid()
  const preTokens = Number(measured['preTokens'])
  const extra = {
    durationMs: options.durationMs ?? 21_000,
    ...preservedFields(lastMessages(main, options.preserved ?? 0), summaryRow, options.namesEndsAlone === true),
    postTokens,
    cumulativeDroppedTokens: Math.max(0, preTokens - postTokens),
  }
  const compactMetadata = client.version === '2.1.330' ? { ...measured, ...extra } : measured
  const boundary = {
    type: 'system',
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    isMeta: false,
    level: 'info',
    compactMetadata,
  }
  appendRow(thread, boundary, {}, { parent: null, logicalParent })
  pass(thread, 5)
  const text = `${opening} The summary below covers the earlier portion of the conversation.\n\nSummary:\n${options.summary ?? 'Nothing of note.'}`
  appendUser(thread, text, {}, { uuid: summaryRow }, { isVisibleInTranscriptOnly: true, isCompactSummary: true })
}

function oldForm(thread: Thread, options: CompactionOptions, trigger: string, preTokens: number): void {
  const logicalParent = thread.parent
  const boundary = { type: 'system', subtype: 'compact_boundary', content: 'Conversation compacted', level: 'info' }
  appendRow(thread, { ...boundary, compact_metadata: { trigger, pre_tokens: preTokens } }, {}, { parent: null, logicalParent })
  thread.write({ type: 'summary', summary: options.summary ?? 'Nothing of note.', leafUuid: logicalParent ?? thread.session.ids.uuid() })
}

/** Appends the boundary and the summary; a manual compaction is followed by the records of its command. */
export function appendCompaction(thread: Thread, options: CompactionOptions): void {
  endReply(thread)
  const trigger = options.trigger ?? 'auto'
  const preTokens = options.preTokens ?? thread.contextTokens
  const postTokens = options.postTokens ?? 3_000 + tokensOf(options.summary ?? '')
  pass(thread, options.durationMs ?? 21_000, options.durationMs)
  thread.openCalls.length = 0
  thread.prompts.length = 0
  if (options.form === 'old') oldForm(thread, options, trigger, preTokens)
  else newForm(thread, options, { trigger, preTokens }, postTokens)
  thread.contextTokens = postTokens + 11_000
  thread.cachedTokens = 11_000
  if (trigger === 'auto') return
  appendCaveat(thread)
  const indent = ' '.repeat(12)
  const args = `${indent}<command-args>${options.instructions ?? ''}</command-args>`
  appendUser(thread, `<command-name>/compact</command-name>\n${indent}<command-message>compact</command-message>\n${args}`)
  appendUser(thread, '<local-command-stdout>Compacted </local-command-stdout>')
}

/** Appends the record of a microcompaction: old tool results are cleared, the conversation goes on. */
export function appendMicrocompaction(thread: Thread, tokensSaved: number, clearedCalls: readonly string[]): void {
  endReply(thread)
  pass(thread, 900)
  const microcompactMetadata = {
    trigger: 'auto',
    preTokens: thread.contextTokens,
    tokensSaved,
    compactedToolIds: clearedCalls,
    clearedAttachmentUUIDs: [],
  }
  const body = { type: 'system', subtype: 'microcompact_boundary', content: 'Context microcompacted', isMeta: false, level: 'info' }
  appendRow(thread, { ...body, microcompactMetadata })
  thread.contextTokens = Math.max(11_000, thread.contextTokens - tokensSaved)
}
