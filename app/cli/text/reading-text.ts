/** Rows of a session's conversation for people: the commit of each stretch, and the places where something else begins. */
import type { ReadingRow } from '../../contract/reader.ts'
import { countOf } from '../../model/format/count.ts'
import { conversationText } from './conversation-text.ts'
import { timeText } from './format.ts'
import { printableLine } from './printable.ts'
import type { Terminal } from '../terminal.ts'

/** The place where the conversation continues elsewhere; undefined for an item. */
const turningText = (row: ReadingRow): string | undefined => {
  switch (row.kind) {
    case 'item':
      return undefined
    case 'branch': {
      const { tip, commits, summary, endedAt } = row
      return `branch of ${countOf(commits, 'commit')} to ${tip}, ${timeText(endedAt)}: ${printableLine(summary)}`
    }
    case 'fork':
      return `session ${row.sessionId} continues from here with ${row.first}: ${printableLine(row.summary)}`
    case 'agent':
      return `sub-agent ${row.chain}`
    case 'continues':
      return `continues commit ${row.parentId}`
  }
}

/**
 * Rows with the id of a commit before its first row.
 * @param full complete tool results and thinking
 */
export const readingText = (rows: readonly ReadingRow[], full: boolean, terminal: Terminal): string => {
  const { colors } = terminal
  return rows
    .map((row, at) => {
      const commit = row.commitId === rows[at - 1]?.commitId ? '' : `${colors.yellow(row.commitId)}\n`
      if (row.kind === 'item') return commit + conversationText([row.item], full, terminal)
      return `${commit}${colors.dim(`── ${turningText(row) ?? ''}`)}\n\n`
    })
    .join('')
}
