/** Derives the sessions of a folder, each on its own: what a store would be given, without a store. */
import { deriveSession } from '../../app/transcripts/derive-session.ts'
import type { DeriveInputs } from '../../app/transcripts/derive-task.ts'
import { planImport } from '../../app/engine/import/plan-import.ts'
import { finder } from '../../importer/agents.ts'
import type { Conversation } from './conversation.ts'
import { withRows } from './made-rows.ts'
import type { MadeSession } from './made-rows.ts'
import { tempDir } from './temp-dir.ts'
import { writeConversation } from './write-conversation.ts'

const noInputs: DeriveInputs = { foreign: [], cuts: [], principal: undefined }

/** Sessions below a folder by their ids. */
export async function deriveFolder(
  folder: string,
  inputsOf: (sessionId: string) => Partial<DeriveInputs> = () => ({}),
): Promise<ReadonlyMap<string, MadeSession>> {
  const sessions = new Map<string, MadeSession>()
  for (const { sessionId, sources } of planImport(finder.discover([folder]).files, []).sessions) {
    const files = sources.flatMap((planned) => (planned.kind === 'disk' ? [planned.source] : []))
    const inputs = { ...noInputs, ...inputsOf(sessionId) }
    const task = { sessionId, sources: files, inputs, takenIds: [], corrections: [], known: [] }
    sessions.set(sessionId, withRows(await deriveSession(task, () => undefined)))
  }
  return sessions
}

/** The session of a conversation as its files stand now. */
export async function deriveConversation(talk: Conversation, inputs: Partial<DeriveInputs> = {}): Promise<MadeSession> {
  const { projects } = writeConversation(tempDir(), talk)
  const session = (await deriveFolder(projects, () => inputs)).get(talk.sessionId)
  if (session === undefined) throw new Error(`no file of session ${talk.sessionId} was found`)
  return session
}
