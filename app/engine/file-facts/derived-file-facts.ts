/** The facts about files, as derived tables. */
import { count, text } from '../../model/columns.ts'
import type { Derived, Part } from '../derived/derived.ts'
import { batchesOf, fromArtifacts } from '../derived/from-artifacts.ts'
import { openFileSystems, type FileSystems } from '../file-systems/file-systems.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { factsMark, fileTables, forgetRemoved, withOthers } from './make-object-facts.ts'
import { makeSeparately } from './make-separately.ts'
import missingSessions from './missing-sessions.sql?raw'
import outdatedSessions from './outdated-sessions.sql?raw'

const batchBytes = 48 * 1024 * 1024

const outdated = withOthers(outdatedSessions)
const columns = { sessionId: text('session_id'), size: count('bytes') } as const

type Context = Pick<EngineContext, 'store' | 'env'>

/** Work that runs beside imports asks for them too. */
export const derivedFileFacts = (context: Context): Derived<Part, FileSystems> => ({
  tables: fileTables,
  ...fromArtifacts,
  schedule: { delayMs: 5000, waitsForRest: true, share: 1 / 20 },
  phase: 'Reading files in transcripts',
  summaryOf: (sessions) => `Files of ${sessions} sessions read`,
  given: () => openFileSystems(context),
  missing: async (systems) => {
    const { database } = context.store
    const missing = await database.query(missingSessions, columns, { mark: factsMark(systems) })
    // What others did meanwhile may have been read after a session: it is made again.
    const all = [...missing, ...(await database.query(outdated, columns, { sessions: null }))]
    return all.length === 0 ? undefined : [...new Map(all.map((session) => [session.sessionId, session])).values()]
  },
  batches: batchesOf(batchBytes),
  begin: () => forgetRemoved(context.store),
  make: (batch, systems, { pause }) =>
    makeSeparately(
      context.store,
      systems,
      batch.map(({ sessionId }) => sessionId),
      pause,
    ),
  forget: () => forgetRemoved(context.store),
})
