/** The caveat beside output tokens and costs that are too small. */
import { countOf } from '../../model/format/count.ts'

interface Group {
  readonly replies: number
  readonly understatedReplies: number
}

/** Marks output tokens that are too small. */
export const understatedMark = (understatedReplies: number): string => (understatedReplies === 0 ? '' : '≥')

/** One line below a list of sessions, or nothing. */
export const understatedSessionsText = (sessions: readonly { readonly understatedReplies: number }[]): string => {
  const some = sessions.filter(({ understatedReplies }) => understatedReplies > 0).length
  return some === 0
    ? ''
    : `≥: output tokens are understated by the client version in ${countOf(some, 'session')}: the real number and its cost are higher.\n`
}

/** One line, or nothing when all output tokens are complete. */
export const understatedText = (groups: readonly Group[]): string => {
  const sum = (pick: (group: Group) => number): number => groups.reduce((total, group) => total + pick(group), 0)
  const understated = sum((group) => group.understatedReplies)
  if (understated === 0) return ''
  const of = `${countOf(understated, 'reply', 'replies')} of ${countOf(
    sum((group) => group.replies),
    'reply',
    'replies',
  )}`
  return `Output tokens are understated by the client version in ${of}: the real number and its cost are higher.\n`
}
