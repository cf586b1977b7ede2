/** The texts of passages, from the tables and the artifacts. */
import type { Store } from '../../store/store.ts'
import { artifactHash } from '../../model/ids.ts'
import { text, count } from '../../model/columns.ts'
import { textKindOf, wholeTexts } from './index/commit-texts.ts'
import type { MatchedPassage, TextRow } from './index/index-messages.ts'
import type { PassageText } from './passage-hits.ts'
import { textsOf } from './update-index.ts'
import commitArtifacts from './commit-artifacts.sql?raw'

const columns = {
  commitId: text('commit_id'),
  artifactHash: text('artifact_hash'),
  format: text('format'),
  records: count('records'),
} as const

const keyOf = ({ sourceId, line, block }: Pick<TextRow, 'sourceId' | 'line' | 'block'>): string => `${sourceId} ${line} ${block}`

/** In the order of the passages; a passage whose commit has gone, or a title, has no texts. @throws StrataError artifact-corrupt */
export const loadPassages = async (store: Store, passages: readonly MatchedPassage[]): Promise<readonly (readonly PassageText[])[]> => {
  const commits = [...new Set(passages.flatMap(({ commitId }) => commitId ?? []))]
  if (commits.length === 0) return passages.map(() => [])
  const artifacts = new Map((await store.database.query(commitArtifacts, columns, { commits })).map((row) => [row.commitId, row]))
  const rows = await textsOf(store, commits, true)
  const load = async ({ commitId, pieces }: MatchedPassage): Promise<readonly PassageText[]> => {
    const artifact = commitId === null ? undefined : artifacts.get(commitId)
    if (commitId === null || artifact === undefined) return []
    const own = new Map((rows.get(commitId) ?? []).map((row) => [keyOf(row), row]))
    const wanted = pieces.flatMap(([sourceId, line, block, from, to]) => {
      const row = own.get(keyOf({ sourceId, line, block }))
      return row === undefined ? [] : [{ row, from, to }]
    })
    const needsBytes = wanted.some(({ row }) => row.body === null || row.body.length < row.chars)
    const bytes = needsBytes ? await store.read(artifactHash(artifact.artifactHash)).catch(() => undefined) : undefined
    const whole = wholeTexts({ format: artifact.format, records: artifact.records, rows: wanted.map(({ row }) => row), bytes })
    return wanted.flatMap(({ row, from, to }, at): readonly PassageText[] => {
      const kind = textKindOf(row)
      const all = whole[at] ?? ''
      return kind === undefined ? [] : [{ kind, row, text: all.slice(from, to) }]
    })
  }
  return Promise.all(passages.map(load))
}
