/** Texts about the client's clean-up of a folder: how long transcripts stay, and when the next ones are deleted. */
import type { RootView } from '../../../app/contract/sources.ts'
import { formatDate, formatAge } from '../../../app/model/format/instant.ts'

export interface RetentionWords {
  readonly urgency: 'none' | 'soon' | 'now'
  readonly text: string
}

const dayMs = 86_400_000
const soonDays = 7

/** `now` in milliseconds since 1970. */
export const retentionWords = (root: RootView, now: number): RetentionWords => {
  if (!root.exists || root.files === 0) return { urgency: 'none', text: '' }
  if (root.retentionDays === null) return { urgency: 'none', text: `No clean-up: ${root.retentionSource}.` }
  const rule = `Claude Code deletes transcripts after ${root.retentionDays} days (${root.retentionSource})`
  if (root.firstPurgeAt === null) return { urgency: 'none', text: `${rule}.` }
  if (root.firstPurgeAt <= now) return { urgency: 'now', text: `${rule}; it may delete the oldest the next time it starts.` }
  const urgency = root.firstPurgeAt - now < soonDays * dayMs ? 'soon' : 'none'
  return { urgency, text: `${rule}; it deletes the oldest ${formatAge(root.firstPurgeAt, now)}, on ${formatDate(root.firstPurgeAt)}.` }
}
