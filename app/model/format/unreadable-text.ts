/** A sentence about the data that a store cannot show. */
import { countOf } from './count.ts'

interface Unreadable {
  readonly sessions: number
  readonly commits: number
}

/** Undefined: everything can be shown. */
export const unreadableReason = ({ sessions, commits }: Unreadable): string | undefined => {
  const parts = [
    ...(sessions === 0 ? [] : [countOf(sessions, 'session')]),
    ...(commits === 0 ? [] : [countOf(commits, 'commit that an agent or a person made', 'commits that agents or persons made')]),
  ]
  return parts.length === 0 ? undefined : `${parts.join(' and ')} cannot be read: packs are missing or damaged.`
}

/** The same, with what to do on the command line. */
export const unreadableText = (unreadable: Unreadable): string | undefined => {
  const reason = unreadableReason(unreadable)
  return reason === undefined ? undefined : `${reason} Run \`strata verify\`.`
}
