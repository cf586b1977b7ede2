/** The file at a version inside a record, from an answer with the versions of that record, the last one first. */
import type { FileHistoryView, KnownFileView, KnownVersion } from '../../../../app/contract/objects.ts'
import { recordPlaceKey } from '../../../ui/address/record-key.ts'
import type { LifeVersion } from '../versions/file-life.ts'

/** The parts of file.show that are drawn. */
export interface ShownFile extends Pick<KnownFileView, 'content' | 'isThere' | 'proof' | 'ranges' | 'lines' | 'totalLines' | 'sessionId'> {
  /** Only the last version of a record has the proof of each line, and its lines where not all are known. */
  readonly lacksLineProof?: true
}

/** Why the lines of a version cannot be shown; undefined: they can. */
export const unknownLines = ({ isThere, ranges, proof, lacksLineProof }: ShownFile): 'unknown' | 'not available' | undefined => {
  if (!isThere || ranges.length > 0) return undefined
  return lacksLineProof === true && proof === 'partial' ? 'not available' : 'unknown'
}

const isSame = (one: KnownVersion, other: KnownVersion): boolean =>
  recordPlaceKey(one.record) === recordPlaceKey(other.record) && one.by === other.by && one.contentHash === other.contentHash

/** @returns undefined: the answer has another version, because one more arrived in the meantime. */
export const versionFile = (
  version: KnownVersion & Pick<LifeVersion, 'later'>,
  { versions }: Pick<FileHistoryView, 'versions'>,
): ShownFile | undefined => {
  const answer = versions[version.later]
  if (answer === undefined || !isSame(version, answer)) return undefined
  const { content, isThere, proof, sessionId } = answer
  const total = content === null ? null : content.split('\n').length
  const ranges = total === null ? [] : [{ from: 1, to: total, proof, record: null }]
  return { content, isThere, proof, ranges, lines: [], totalLines: total, sessionId, lacksLineProof: true }
}
