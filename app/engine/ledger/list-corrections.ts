/** Every corrected class: which record, what the rule had said, and whether the record is still there. */
import type { Answer, Tables } from '../../analytics/queries/run-query.ts'
import { runQuery } from '../../analytics/queries/run-query.ts'
import type { CorrectionView } from '../../contract/ledger.ts'
import { withLineNames } from '../kernel/file-lines.ts'
import type { LineName } from '../../model/line-name.ts'
import type { Correction } from '../../model/correction.ts'

type Place = Answer<'correctionList'> & LineName

/** Where it was corrected, else the first of its copies. */
const shownPlace = (correction: Correction, places: readonly Place[]): Place | undefined =>
  places.find(({ sourceId, line }) => sourceId === correction.sourceId && line === correction.line) ?? places[0]

const applied = (place: Place): Omit<CorrectionView, 'class' | 'reason' | 'correctedAt' | 'applies' | 'records'> => ({
  sourceId: place.sourceId,
  line: place.line,
  fileLine: place.fileLine,
  ofLine: place.ofLine,
  file: place.file,
  sessionId: place.sessionId,
  uuid: place.uuid,
  referenceClass: place.referenceClass,
  classByRule: place.classByRule,
  referenceByRule: place.referenceByRule,
  rule: place.rule,
  occurredAt: place.occurredAt,
  text: place.text,
})

const stale = (correction: Correction, file: string | undefined): ReturnType<typeof applied> => ({
  sourceId: correction.sourceId,
  line: correction.line,
  fileLine: null,
  ofLine: null,
  file: file ?? null,
  sessionId: correction.sessionId,
  uuid: correction.uuid ?? null,
  referenceClass: null,
  classByRule: null,
  referenceByRule: null,
  rule: null,
  occurredAt: null,
  text: '',
})

/** Newest first. @param sessionId full id; null: of every session */
export const listCorrections = async (
  tables: Tables,
  corrections: readonly Correction[],
  sessionId: string | null,
): Promise<readonly CorrectionView[]> => {
  if (corrections.length === 0) return []
  const places = await withLineNames(tables, await runQuery(tables, 'correctionList', {}))
  const files = new Map((await runQuery(tables, 'sourceList', { session: null })).map((source) => [source.sourceId, source.file]))
  return corrections
    .map((correction): CorrectionView => {
      const own = places.filter((place) => place.recordKey === correction.recordKey)
      const place = shownPlace(correction, own)
      return {
        ...(place === undefined ? stale(correction, files.get(correction.sourceId)) : applied(place)),
        class: correction.class,
        reason: correction.reason ?? null,
        correctedAt: correction.correctedAt,
        applies: place !== undefined,
        records: own.length,
      }
    })
    .filter((view) => sessionId === null || view.sessionId === sessionId)
    .sort((a, b) => b.correctedAt - a.correctedAt)
}
