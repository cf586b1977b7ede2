/** What is known of a file at one of its versions. */
import type { KnownFileView } from '../../../../app/contract/objects.ts'
import { useQuery, type QueryState } from '../../../ui/calls/use-query.ts'
import type { LifeVersion } from '../versions/file-life.ts'

/** As file.show gives it, as far as it is drawn. */
export type ShownFile = Pick<KnownFileView, 'content' | 'isThere' | 'proof' | 'ranges' | 'lines' | 'totalLines'>

/** The content of a version within a record, of which the record's last version alone has ranges. */
const versionFile = (version: LifeVersion, content: string | null): ShownFile => {
  const total = content === null ? null : content.split('\n').length
  const ranges = total === null || version.proof === 'partial' ? [] : [{ from: 1, to: total, proof: version.proof, record: version.record }]
  return { content, isThere: version.isThere, proof: version.proof, ranges, lines: [], totalLines: total }
}

/** @param session the only session whose versions were asked for; undefined: those of all */
export const useVersionFile = (path: string, version: LifeVersion, session: string | undefined): QueryState<ShownFile> => {
  const { isLast, offset } = version
  const ofSession = session === undefined ? {} : { sessionId: session }
  const call = useQuery<'file.show' | 'file.history'>(
    isLast ? 'file.show' : 'file.history',
    isLast ? { path, after: version.record } : { path, ...ofSession, offset, limit: 1, withContents: true },
    version.sessionId,
  )
  if (call.kind !== 'done') return call
  const answer = call.value
  return { ...call, value: 'ranges' in answer ? answer : versionFile(version, answer.versions[0]?.content ?? null) }
}
