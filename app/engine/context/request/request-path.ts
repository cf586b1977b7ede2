/** What the commits up to one contain. Who asks for a reply often asks for the next one: the last that were read are remembered. */
import type { ChainLink, ChosenCommits } from '../../../chains/choose-commits.ts'
import type { ConversationSource } from '../../../conversation/conversation.ts'
import { count, optional, text, type Row } from '../../../model/columns.ts'
import type { LineName } from '../../../model/line-name.ts'
import type { Store } from '../../../store/store.ts'
import { chosenOf } from '../../commits/chosen-path.ts'
import { currentChain } from '../../commits/current-chain.ts'
import { firstShown, inheritedState, type InheritedState } from '../inherited-state.ts'
import { ownLinks } from '../../file-steps/chain-records.ts'
import type { EngineContext } from '../../kernel/engine-context.ts'
import { withLineNames } from '../../kernel/file-lines.ts'
import { silentProgress } from '../../kernel/job.ts'
import { readChain } from '../../materialise/read-chain.ts'
import describingCommits from './describing-commits.sql?raw'
import requestRecords from './request-records.sql?raw'

const columns = {
  uuid: optional(text('uuid')),
  commitId: text('commit_id'),
  sourceId: text('source_id'),
  line: count('line'),
  class: text('class'),
} as const

export type RecordAt = Row<typeof columns> & LineName

export interface RequestPath {
  /** Tip first. */
  readonly chain: readonly ChainLink[]
  /** The export that the session continues. */
  readonly continued: InheritedState | undefined
  /** Root first; `before` is what a compaction replaced. */
  readonly chosen: ChosenCommits
  readonly source: ConversationSource
  readonly byUuid: ReadonlyMap<string | null, RecordAt>
  /** Commits before the path that contain records of the client about its requests. */
  readonly describing: readonly ChainLink[]
}

/** Bytes of the paths that are remembered together. */
const maxKept = 32 * 1024 * 1024
const kept = new WeakMap<Store, Map<string, RequestPath>>()

const bytesOf = ({ source: { pieces, before } }: RequestPath): number =>
  [...pieces, ...before].reduce((so, { bytes }) => so + bytes.length, 0)

/** @throws StrataError not-found, artifact-corrupt, delta-malformed */
const readPath = async (context: EngineContext, commitId: string): Promise<RequestPath> => {
  const { database } = context.store
  const chain = await currentChain(context.store, commitId)
  const continued = await inheritedState(context, chain)
  const chosen = await chosenOf(context.store, chain, continued?.isCompacted === false ? firstShown(continued, chain) : 'compaction')
  const { source } = await readChain(context, chosen, { progress: silentProgress, redactor: undefined })
  const own = ownLinks(chain)
  const rows = await database.query(requestRecords, columns, { commits: chain.map((link) => link.commitId) })
  const byUuid = new Map((await withLineNames(database, rows)).map((row) => [row.uuid, row]))
  const describing = await database.query(describingCommits, { commitId: text('commit_id') }, { commits: own.map((link) => link.commitId) })
  const saying = new Set(describing.map((row) => row.commitId))
  const path = new Set(chosen.path.map((link) => link.commitId))
  return {
    chain,
    continued,
    chosen,
    source,
    byUuid,
    describing: own.filter((link) => saying.has(link.commitId) && !path.has(link.commitId)),
  }
}

/** @throws StrataError not-found, artifact-corrupt, delta-malformed */
export const requestPath = async (context: EngineContext, commitId: string): Promise<RequestPath> => {
  const { store } = context
  const now = `${store.database.writes} `
  const ofStore = kept.get(store) ?? new Map<string, RequestPath>()
  kept.set(store, ofStore)
  const key = now + commitId
  const found = ofStore.get(key) ?? (await readPath(context, commitId))
  ofStore.delete(key)
  ofStore.set(key, found)
  let total = 0
  for (const [end, path] of [...ofStore].reverse()) {
    total += bytesOf(path)
    if (!end.startsWith(now) || total > maxKept) ofStore.delete(end)
  }
  return found
}
