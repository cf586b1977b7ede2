/** Derives the sessions of a folder, each on its own: what a store would be given, without a store. */
import { deriveSession } from '../../app/engine/derive/derive-session.ts'
import type { DeriveInputs, DerivedSession } from '../../app/engine/derive/derive-task.ts'
import { planImport } from '../../app/engine/import/plan-import.ts'
import { discover } from '../../importer/claude-code/discover.ts'
import type { Conversation } from './conversation.ts'
import { tempDir } from './temp-dir.ts'
import { writeConversation } from './write-conversation.ts'

const noInputs: DeriveInputs = { foreign: [], cuts: [], principal: undefined }

/** Sessions below a folder by their ids. */
export async function deriveFolder(
  folder: string,
  inputsOf: (sessionId: string) => Partial<DeriveInputs> = () => ({}),
): Promise<ReadonlyMap<string, DerivedSession>> {
  const sessions = new Map<string, DerivedSession>()
  for (const { sessionId, sources } of planImport(discover([folder]).files, []).sessions) {
    const files = sources.flatMap((planned) => (planned.kind === 'disk' ? [planned.source] : []))
    const inputs = { ...noInputs, ...inputsOf(sessionId) }
    sessions.set(
      sessionId,
      await deriveSession({ sessionId, sources: files, inputs, takenIds: [], corrections: [], known: [] }, () => undefined),
    )
  }
  return sessions
}

/** The session of a conversation as its files stand now. */
export async function deriveConversation(talk: Conversation, inputs: Partial<DeriveInputs> = {}): Promise<DerivedSession> {
  const { projects } = writeConversation(tempDir(), talk)
  const session = (await deriveFolder(projects, () => inputs)).get(talk.sessionId)
  if (session === undefined) throw new Error(`no file of session ${talk.sessionId} was found`)
  return session
}
