/** Names of tags for sessions. */
import { ownRefName } from '../../../app/model/ref-name.ts'
import type { ChosenSession } from '../../ui/commands/session-dialog.ts'

/** A name belongs to one commit: with several sessions each tag ends with the beginning of its session's id. */
export const tagName = (name: string, { sessionId }: ChosenSession, sessions: number): string =>
  sessions === 1 ? ownRefName('tag', name) : `${ownRefName('tag', name)}/${sessionId.slice(0, 8)}`
