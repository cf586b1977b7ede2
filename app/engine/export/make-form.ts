/** The forms in which a conversation is exported. */
import { randomUUID } from 'node:crypto'
import { agentOfFormat, transcriptFormat } from '../../../importer/agents.ts'
import { readRecord } from '../../model/record.ts'
import type { CommitView } from '../../contract/commits.ts'
import type { ExportTarget } from '../../contract/export.ts'
import { claudeCodeTranscript } from '../../export-forms/claude-code-transcript.ts'
import type { Conversation } from '../../conversation/conversation.ts'
import { html } from '../../export-forms/html.ts'
import type { Sliced } from '../../model/sliced.ts'
import { assembledRequest } from '../assemble/assemble-at.ts'
import { textIn, type JsonObject } from '../../model/json-object.ts'
import { markdown } from '../../export-forms/markdown.ts'
import { messagesRequest, requestText } from '../../export-forms/messages-request.ts'
import type { PageHead } from '../../export-forms/page-parts.ts'
import type { Lost } from '../../model/chain-event.ts'
import type { RecordClass } from '../../model/record-class.ts'

/** The class of a record by the rules of the importer: a correction by a person is not part of the record. */
const classOfRecord = (record: JsonObject): RecordClass =>
  agentOfFormat(transcriptFormat)?.rules.judge(readRecord(record), false).class ?? 'unknown'

/** An export before it is written. */
export interface ExportFile {
  readonly bytes: Uint8Array
  readonly contentType: string
  readonly sessionId: string | null
  /** Uuids of a transcript that no line of the chain has, and the one that it ends with. */
  readonly uuids: readonly string[]
  /** Number of messages, where the form joins or adds some. */
  readonly messages?: number
  readonly lost: readonly Lost[]
}

export interface ExportOptions {
  readonly commit: CommitView
  readonly stop: string
  readonly cwd: string | undefined
  /** Whether messages have the layers of an assembled context. */
  readonly isAssembled: boolean
  readonly isRedacted: boolean
}

/** The last value that the lines of a conversation have of a field. */
const lastOf = ({ lines }: Conversation, name: 'cwd' | 'gitBranch'): string | undefined => {
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const value = textIn(lines[at]?.record ?? {}, name)
    if (value !== undefined) return value
  }
  return undefined
}

function* transcriptOf(conversation: Conversation, { commit, cwd }: ExportOptions): Sliced<ExportFile> {
  const sessionId = randomUUID()
  const { bytes, uuids, made, representing, lost } = yield* claudeCodeTranscript(conversation, {
    sessionId,
    cwd: cwd ?? lastOf(conversation, 'cwd') ?? '/',
    gitBranch: lastOf(conversation, 'gitBranch') ?? '',
    forkedFrom: commit.sessionId,
  })
  const represent = uuids.slice(0, representing)
  const known = new Set(represent)
  const own = [...new Set([...made.filter((uuid) => known.has(uuid)), ...represent.slice(-1)])]
  return { bytes, contentType: 'application/x-ndjson', sessionId, uuids: own, lost }
}

/** A request with the layers of an assembled context; its messages have no marks for the cache. */
function* assembledOf(conversation: Conversation, { commit, isRedacted }: ExportOptions): Sliced<ExportFile> {
  const { body, messages, lost } = assembledRequest(commit, conversation, isRedacted)
  yield
  const bytes = Buffer.from(`${JSON.stringify(body, null, 2)}\n`)
  return { bytes, contentType: 'application/json', sessionId: null, uuids: [], messages, lost }
}

function* requestOf(conversation: Conversation): Sliced<ExportFile> {
  const { body, lost } = messagesRequest(conversation)
  yield
  const bytes = yield* requestText(body)
  return { bytes, contentType: 'application/json', sessionId: null, uuids: [], lost }
}

const beginnings: Readonly<Record<string, string>> = { compaction: 'the last compaction, or the beginning', root: 'the beginning' }

const pageHead = ({ commit, stop }: ExportOptions): PageHead => ({
  title: commit.summary === '' ? commit.commitId : commit.summary,
  facts: [
    ['Commit', commit.commitId],
    ['Session', commit.sessionId],
    ['Made', commit.createdAt],
    ['By', commit.template],
    ['Project', commit.principal],
    ['From', beginnings[stop] ?? stop],
  ],
  classOf: classOfRecord,
})

const pages = { markdown: { write: markdown, contentType: 'text/markdown' }, html: { write: html, contentType: 'text/html' } } as const

function* pageOf(target: keyof typeof pages, conversation: Conversation, options: ExportOptions): Sliced<ExportFile> {
  const { write, contentType } = pages[target]
  return { bytes: yield* write(conversation, pageHead(options)), contentType, sessionId: null, uuids: [], lost: conversation.lost }
}

/** @param target a form that is made of a conversation. */
export const makeForm = (
  target: Exclude<ExportTarget, 'events-v1' | 'bureau-agent-v1' | 'narrative'>,
  conversation: Conversation,
  options: ExportOptions,
): Sliced<ExportFile> => {
  switch (target) {
    case 'claude-code':
      return transcriptOf(conversation, options)
    case 'messages':
      return options.isAssembled ? assembledOf(conversation, options) : requestOf(conversation)
    case 'markdown':
    case 'html':
      return pageOf(target, conversation, options)
  }
}
