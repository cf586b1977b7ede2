/** The effects of removing sessions, as names and values. */
import type { RemovedSession } from '../../../app/contract/removal.ts'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'

export const removalFacts = (sessions: readonly RemovedSession[]): readonly (readonly [string, string])[] => {
  const sum = (pick: (session: RemovedSession) => number): number => sessions.reduce((total, session) => total + pick(session), 0)
  const onDisk = sum(({ filesOnDisk }) => filesOnDisk)
  const notes = sum((session) => session.notes)
  return [
    [
      'Transcripts',
      `${countOf(
        sum(({ files }) => files),
        'file',
      )}, ${formatBytes(sum(({ bytes }) => bytes))}`,
    ],
    ['Commits', formatCount(sum(({ commits }) => commits))],
    ['Records', `${formatCount(sum(({ records }) => records))}; they leave all counts, charts and searches`],
    ...(notes === 0 ? [] : [['Notes', countOf(notes, 'written summary or correction', 'written summaries and corrections')] as const]),
    [
      'Originals',
      onDisk === 0
        ? 'No original file exists any more. This cannot be undone after garbage is collected.'
        : `${countOf(onDisk, 'file stays', 'files stay')} on disk. Imports and watching skip them; strata import --include-removed imports them again.`,
    ],
  ]
}
