/** The caveat beside output tokens and costs that are too small. */
import type { ReactNode } from 'react'
import type { ExactCount } from '../../../app/model/exact-count.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'

interface Group {
  readonly replies: number
  readonly understatedReplies: number
}

/** Nothing when all output tokens are complete. */
export const understatedWords = (groups: readonly Group[]): string => {
  const sum = (pick: (group: Group) => number): number => groups.reduce((total, group) => total + pick(group), 0)
  const understated = sum((group) => group.understatedReplies)
  if (understated === 0) return ''
  const of = `${formatCount(understated)} of ${countOf(
    sum((group) => group.replies),
    'reply',
    'replies',
  )}`
  return `The client version understates output tokens in ${of}. The real count and cost are higher.`
}

interface Session {
  readonly outputTokens: ExactCount
  readonly understatedReplies: number
}

/** The output tokens of a session, with a sign where they are too small. `format`: how the number is written. */
export const OutputTokens = ({
  session: { outputTokens, understatedReplies },
  format,
}: {
  readonly session: Session
  readonly format: (tokens: ExactCount) => string
}): ReactNode => {
  if (understatedReplies === 0) return <span title={formatCount(outputTokens)}>{format(outputTokens)}</span>
  const words = `understated by the client version in ${countOf(understatedReplies, 'reply', 'replies')}; the real count and cost are higher`
  return (
    <span title={`${formatCount(outputTokens)}, ${words}`}>
      <span aria-hidden="true">≥ </span>
      {format(outputTokens)}
      <span className="visually-hidden">, {words}</span>
    </span>
  )
}

export const Understated = ({ groups }: { readonly groups: readonly Group[] }): ReactNode => {
  const words = understatedWords(groups)
  return words === '' ? null : <p className="faint">{words}</p>
}
