/** Text about the removal of sessions: its effects, or its result. */
import type { RemovalResult, RemovedSession, SessionHold } from '../../contract/removal.ts'
import { countOf } from '../../model/format/count.ts'
import { shellCommand } from '../../model/format/shell-quote.ts'
import type { Terminal } from '../terminal.ts'
import { bytesText, countText } from './format.ts'
import { printableLine } from './printable.ts'
import { printTable } from './print-table.ts'

const holdWords: Readonly<Record<SessionHold['what'], (id: string) => string>> = {
  fork: (id) => `${printableLine(id)} points to a commit`,
  tag: (id) => `${printableLine(id)} names a commit`,
  pin: (id) => `${id} is pinned`,
  session: (id) => `session ${printableLine(id)} continues it`,
  commit: (id) => `checkpoint ${id} continues it`,
}

const sumOf = (sessions: readonly RemovedSession[], pick: (session: RemovedSession) => number): number =>
  sessions.reduce((sum, session) => sum + pick(session), 0)

const endText = ({ dryRun, refusal, sessions }: RemovalResult): string => {
  const ids = sessions.map(({ sessionId }) => sessionId)
  if (refusal === 'needed') return 'Nothing removed: checkpoints cannot be removed, and they continue these sessions.\n'
  if (refusal === 'held')
    return `Nothing removed. To remove names and pins too: ${shellCommand('strata', 'remove', ...ids, '--force', '--yes')}\nSessions that continue them keep their copies of the records.\n`
  if (dryRun) return `Nothing removed. To remove: ${shellCommand('strata', 'remove', ...ids, '--yes')}\n`
  return `${countOf(sessions.length, 'session')} removed. To erase the text from the files of the store: strata gc --yes\n`
}

export const removalText = (result: RemovalResult, { colors, width }: Terminal): string => {
  const { sessions } = result
  const columns = [
    { title: 'SESSION', paint: colors.cyan },
    { title: 'TITLE' },
    { title: 'COMMITS' },
    { title: 'RECORDS' },
    { title: 'SIZE' },
  ]
  const rows = sessions.map(({ sessionId, title, commits, records, bytes }) => [
    printableLine(sessionId),
    printableLine(title),
    countText(commits),
    countText(records),
    bytesText(bytes),
  ])
  const lines = sessions.flatMap(({ sessionId, holds }) =>
    holds.map(({ what, id }) => `${printableLine(sessionId)}: ${holdWords[what](id)}`),
  )
  const notes = sumOf(sessions, (session) => session.notes)
  if (notes > 0)
    lines.push(
      `${countOf(notes, 'written summary or correction', 'written summaries and corrections')} ${result.removed > 0 ? 'removed' : 'would be removed'} too.`,
    )
  const onDisk = sumOf(sessions, (session) => session.filesOnDisk)
  const skips = 'imports skip them unless you give --include-removed.'
  lines.push(
    onDisk === 0
      ? 'No original file exists any more.'
      : `${countOf(onDisk, 'original file stays', 'original files stay')} on disk; ${skips}`,
  )
  return `${printTable(columns, rows, width, colors.bold)}${lines.map((line) => `${line}\n`).join('')}${endText(result)}`
}
