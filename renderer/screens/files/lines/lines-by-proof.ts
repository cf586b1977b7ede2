/** Counts and places of the lines of a file. */
import type { RecordName } from '../../../../app/contract/objects.ts'
import type { FileLine, KnownLine } from '../../../../app/model/objects/known-lines.ts'
import type { Proof } from '../../../../app/model/objects/proof.ts'

/** How many lines there are of each class, from the surest; gaps count where their length is known. */
export const linesByProof = (rows: readonly FileLine[]): readonly (readonly [Proof, number])[] => {
  const counts = { observed: 0, computed: 0, likely: 0, partial: 0, unknown: 0 }
  for (const row of rows) {
    if (row.kind === 'line') counts[row.proof] += 1
    else if (row.to !== null) counts.unknown += row.to - row.from + 1
  }
  return (['observed', 'computed', 'likely', 'unknown'] as const).map((proof) => [proof, counts[proof]] as const)
}

/** Place of the first line that a record changed, else of the first that it showed; undefined: it gave none, or the whole file. */
export const firstLineOf = (rows: readonly FileLine[], { sourceId, line }: RecordName): number | undefined => {
  const isOwn = (row: FileLine): row is KnownLine => row.kind === 'line' && row.record?.sourceId === sourceId && row.record.line === line
  if (rows.every(isOwn)) return undefined
  const changed = rows.findIndex((row) => isOwn(row) && row.proof !== 'observed')
  const at = changed === -1 ? rows.findIndex(isOwn) : changed
  return at === -1 ? undefined : at
}
