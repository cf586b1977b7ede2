/** A conversation as a program writes it that says no times. */
import { conversation, type Conversation } from './conversation.ts'

export const withoutTimes = (talk: Conversation): Conversation => {
  const timeless = conversation({ sessionId: talk.sessionId })
  for (const line of talk.lines()) timeless.raw(JSON.stringify({ ...(JSON.parse(line) as object), timestamp: undefined }))
  return timeless
}
