/** Shows commits that were amended away: no ref reaches them, but their ids still resolve, because the packs still hold them. */
import { replacedChain } from '../../model/agent-chain.ts'
import type { CommitDetail, CommitView } from '../../contract/commits.ts'
import { StrataError } from '../../model/failure.ts'
import { artifactHash, refOf } from '../../model/ids.ts'
import type { Store } from '../../store/store.ts'
import { fallbacksIn, linesOf, ReplacedIndex, replacedRow } from './replaced-records.ts'
import type { RecordPlace } from '../../conversation/read-conversation.ts'

const shortest = 8

/**
 * A replaced commit by its id or a unique beginning of it.
 * @param replaced where several are looked up, one index for all
 * @throws StrataError ambiguous-id; `missing` itself when there is none.
 */
export const showReplaced = async (
  store: Store,
  name: string,
  missing: StrataError,
  replaced = new ReplacedIndex(store),
): Promise<CommitDetail> => {
  const digits = /^(?:ctx-)?([0-9a-f]{4,64})$/.exec(name)?.[1]
  if (digits === undefined) throw missing
  const [found, ...others] = await replaced.startingWith(digits)
  if (found === undefined) throw missing
  if (others.length > 0) {
    const candidates = [found, ...others].map(({ longId }) => longId.slice(0, 'ctx-'.length + 12))
    throw new StrataError('ambiguous-id', `“${name}” is ambiguous: ${candidates.length} replaced commits match`, { text: name, candidates })
  }
  const { record, recordHash, longId } = found
  const hash = await store.findArtifact(record.artifact_ref)
  const commitId = longId.slice(0, 'ctx-'.length + Math.max(shortest, digits.length))
  const bytes = await store.read(hash)
  const row = replacedRow(commitId, record, { recordHash, artifactHash: hash }, bytes)
  const { commitType, checkpoint } = { commitType: record.commit_type, checkpoint: record.checkpoint }
  return {
    commit: {
      ...row,
      commitType,
      checkpoint,
      artifactRef: refOf(hash),
      refs: [],
      fallbacks: fallbacksIn(linesOf(record.format, bytes)),
      pinned: false,
    },
    record,
    children: [],
    storedBytes: 0,
  }
}

/** The same commits; the tables have no records of those that were amended away and are held by a name. */
export const withReplacedFallbacks = (store: Store, commits: readonly CommitView[]): Promise<readonly CommitView[]> =>
  Promise.all(
    commits.map(async (commit) => {
      const isReadable = commit.chain === replacedChain && !store.lost.has(commit.artifactHash)
      if (!isReadable) return commit
      return { ...commit, fallbacks: fallbacksIn(linesOf(commit.format, await store.read(artifactHash(commit.artifactHash)))) }
    }),
  )

/** Places of a replaced commit's records: its lines are numbered within its artifact. */
export const replacedPlaces = (format: string, bytes: Buffer): readonly RecordPlace[] =>
  linesOf(format, bytes).flatMap((line) =>
    line.class === 'malformed'
      ? []
      : [
          {
            sourceFile: '',
            sourceId: null,
            line: line.line,
            fileLine: line.fileLine,
            subtype: line.subtype ?? null,
            class: line.class,
            rule: line.rule,
            classByRule: null,
            occurredAt: line.occurredAt ?? null,
          },
        ],
  )
