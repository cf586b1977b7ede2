/** Tables filled from transcripts without a store around them: what one folder holds, each session on its own. */
import { deriveSession } from '../../app/transcripts/derive-session.ts'
import { planImport } from '../../app/engine/import/plan-import.ts'
import type { Correction } from '../../app/model/correction.ts'
import { appendRows } from '../../app/store/tables/append-rows.ts'
import type { Database } from '../../app/store/tables/database.ts'
import { tables, type TableName } from '../../app/store/tables/tables.ts'
import { finder } from '../../importer/agents.ts'
import { emptyTables } from './empty-index.ts'
import { withRows } from './made-rows.ts'

const noInputs = { foreign: [], cuts: [], principal: undefined }

/** An index with the rows of all transcripts below a folder. The caller closes it. */
export async function derivedTables(folder: string, corrections: readonly Correction[] = []): Promise<Database> {
  const database = await emptyTables()
  const plan = planImport(finder.discover([folder]).files, [])
  for (const { sessionId, sources } of plan.sessions) {
    const files = sources.flatMap((planned) => (planned.kind === 'disk' ? [planned.source] : []))
    const task = { sessionId, sources: files, inputs: noInputs, takenIds: [], corrections, known: [] }
    const { rows } = withRows(await deriveSession(task, () => undefined))
    await database.transaction(async (connection) => {
      for (const table of Object.keys(tables) as TableName[]) {
        const own: Partial<Record<TableName, readonly unknown[]>> = rows
        await appendRows(connection, table, (own[table] ?? []) as never)
      }
    })
  }
  return database
}
