/** Names of files for exported sessions. */
import type { ChosenSession } from '../../ui/commands/session-dialog.ts'
import { targetWords } from './export-targets.ts'
import type { WindowTarget } from '../../ui/commands/commit-dialog.ts'

export type FileTarget = Exclude<WindowTarget, 'bundle'>

const mostInName = 60

/** A file name from the title, and the beginning of the id, so that no two sessions have the same. */
export const sessionFileName = ({ title, sessionId }: ChosenSession, target: FileTarget): string => {
  const words = title
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  const name = Array.from(words).slice(0, mostInName).join('').toLowerCase()
  return `${name === '' ? '' : `${name}-`}${sessionId.slice(0, 8)}.${targetWords[target].ending}`
}
