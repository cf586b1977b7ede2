/** Gathers what an agent met on the way to a commit from the tables and the records of its chain. */
import { toolKind } from '../../../importer/agents.ts'
import { finderKinds } from '../../model/tool-kind.ts'
import type { ChainLink } from '../../chains/choose-commits.ts'
import type { CommitView } from '../../contract/commits.ts'
import type { ObjectPlace } from '../../contract/session-state.ts'
import { writtenCallId } from '../../model/call-pairing.ts'
import type { LineName } from '../../model/line-name.ts'
import { count, flag, instant, optional, text, type Row } from '../../model/columns.ts'
import { typedByHuman, type RecordClass } from '../../model/record-class.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { withLineNames } from '../kernel/file-lines.ts'
import chainEvents from './chain-events.sql?raw'
import lastUsage from './last-usage.sql?raw'
import sessionTitle from './session-title.sql?raw'
import { recordKey } from '../../files/replay.ts'
import { MetFiles } from './met-files.ts'
import type { MetCall, MetObjects } from './met-objects.ts'
import { notedIn } from './noted-records.ts'
import { inOrderOf, ownLinks } from '../file-steps/chain-records.ts'

const columns = {
  commitId: text('commit_id'),
  sessionId: text('session_id'),
  sourceId: text('source_id'),
  line: count('line'),
  kind: text('kind'),
  class: text('class'),
  chars: count('chars'),
  tool: optional(text('tool_name')),
  toolUseId: optional(text('tool_use_id')),
  path: optional(text('file_path')),
  isError: flag('is_error'),
  occurredAt: optional(instant('occurred_at')),
  about: optional(text('about')),
} as const

type ChainEvent = Row<typeof columns> & LineName

const typed: ReadonlySet<string> = typedByHuman satisfies ReadonlySet<RecordClass>

type OpenCall = { -readonly [K in keyof MetCall]: MetCall[K] }

const later = (one: number | null, other: number | null): number | null => (one === null || (other !== null && other > one) ? other : one)

const placeOf = ({ sessionId, commitId, sourceId, line, fileLine, ofLine }: ChainEvent): ObjectPlace => ({
  sessionId,
  commitId,
  record: { sourceId, line, fileLine, ofLine },
})

/** Adds up a conversation event by event. */
class Conversation {
  readonly calls = new Map<string, OpenCall>()
  readonly #files: MetFiles
  readonly #isPresent: (event: ChainEvent) => boolean
  allChars = 0
  chars = 0
  turns = 0
  lastUsedAt: number | null = null
  /** Text of the last compaction's summary; '' when there is none. */
  summary = ''
  /** The turn at the end of a commit, by commit id. */
  readonly turnAt = new Map<string, number>()

  constructor(files: MetFiles, isPresent: (event: ChainEvent) => boolean) {
    this.#files = files
    this.#isPresent = isPresent
  }

  async add(event: ChainEvent): Promise<void> {
    if (event.kind === 'prompt' && typed.has(event.class)) this.turns += 1
    this.turnAt.set(event.commitId, this.turns)
    this.lastUsedAt = later(this.lastUsedAt, event.occurredAt)
    const call = event.toolUseId === null ? undefined : this.calls.get(event.toolUseId)
    if (event.kind === 'tool_result' && event.toolUseId !== null) {
      // A transcript may begin with the result of a call that it does not contain.
      this.#addResult(call ?? (await this.#addCall(event, event.toolUseId)), event)
      return
    }
    this.allChars += event.chars
    if (this.#isPresent(event)) this.chars += event.chars
    if (event.class === 'compaction_summary' && this.#isPresent(event)) this.summary = event.about ?? ''
    if (event.kind === 'tool_call' && event.toolUseId !== null && call === undefined) await this.#addCall(event, event.toolUseId)
  }

  async #addCall(event: ChainEvent, id: string): Promise<OpenCall> {
    const isFile = event.path !== null && !finderKinds.has(toolKind(event.tool ?? ''))
    const fileId = isFile ? await this.#files.called(event, event.path) : undefined
    const call: OpenCall = {
      id,
      place: placeOf(event),
      resultPlace: null,
      tool: event.tool ?? '',
      about: event.path ?? event.about ?? '',
      chars: 0,
      hasMedia: false,
      failed: null,
      turn: this.turns,
      isSinceCompaction: this.#isPresent(event),
      lastUsedAt: event.occurredAt,
      fileIds: fileId === undefined ? [] : [fileId],
    }
    this.calls.set(id, call)
    return call
  }

  #addResult(call: OpenCall, event: ChainEvent): void {
    call.chars += event.chars
    call.failed = event.isError
    call.resultPlace = placeOf(event)
    // The client may have kept the result and not the call.
    call.isSinceCompaction ||= this.#isPresent(event)
  }
}

/** Place of the last compaction; -1: none. */
const compactionIn = (links: readonly ChainLink[]): number => links.map(({ commitType }) => commitType).lastIndexOf('compaction')

/** Commits without events get the turn of the commit before them. */
const turnsOf = (links: readonly ChainLink[], turnAt: ReadonlyMap<string, number>): ReadonlyMap<string, number> => {
  let turn = 0
  return new Map(
    links.flatMap(({ commitId, earlierId = commitId }) => {
      turn = turnAt.get(commitId) ?? turn
      return [commitId, earlierId].map((id) => [id, turn] as const)
    }),
  )
}

/** @param chain tip first @throws StrataError not-found, artifact-corrupt */
export const gatherObjects = async (
  context: Pick<EngineContext, 'store' | 'env'>,
  { sessionId, commitId, summary }: CommitView,
  chain: readonly ChainLink[],
): Promise<MetObjects> => {
  const { database } = context.store
  const links = ownLinks(chain)
  const commits = links.map((link) => link.commitId)
  const since = Math.max(0, compactionIn(links))
  const present = new Set(commits.slice(since))
  const noted = await notedIn(context.store, links, since)
  const files = await MetFiles.open(context, links, since, noted)
  const conversation = new Conversation(files, (event) => present.has(event.commitId) || noted.kept.has(recordKey(event)))
  const events = await withLineNames(database, await database.query(chainEvents, columns, { commits }))
  for (const event of inOrderOf(links, events)) await conversation.add(event)
  const usage = await database.query(
    lastUsage,
    { tokens: count('context_tokens') },
    { commits: commits.slice(since), tip: commits.at(-1) ?? commitId },
  )
  const titles = await database.query(sessionTitle, { title: text('title') }, { session: sessionId })
  return {
    sessionId,
    commitId,
    title: titles[0]?.title ?? summary,
    calls: [...conversation.calls.values()].map((call) => ({ ...call, hasMedia: files.callsWithMedia.has(writtenCallId(call.id)) })),
    files: files.all(conversation.summary),
    attachments: files.attachments,
    chat: conversation,
    systemPrompt: files.systemPrompt(noted.requests),
    isAfterCompaction: compactionIn(links) !== -1,
    cleared: noted.cleared,
    microcompactions: noted.microcompactions,
    unnamedMicrocompactions: noted.unnamed,
    contextTokens: usage[0]?.tokens ?? null,
    turnOf: turnsOf(links, conversation.turnAt),
  }
}
