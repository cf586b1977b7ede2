/** What is folded away, in words. */
import type { SessionsPage } from '../../../app/contract/sessions.ts'
import { formatCount } from '../../ui/format/format-count.ts'

/** `12 one-shot, 3 warm-up`; undefined when nothing is folded. */
export const foldedWords = (folded: SessionsPage['folded'] | undefined): string | undefined => {
  if (folded === undefined) return undefined
  const parts = [
    [folded.oneShot, 'one-shot'],
    [folded.warmUp, 'warm-up'],
    [folded.empty, 'empty'],
  ] as const
  const words = parts.filter(([count]) => count > 0).map(([count, word]) => `${formatCount(count)} ${word}`)
  return words.length === 0 ? undefined : words.join(', ')
}
