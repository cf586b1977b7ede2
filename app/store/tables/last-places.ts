/** An artifact that was damaged and written again stands twice in the table: only where it stands last it can be read. */
import type { Database } from './database.ts'
import { execute } from './query.ts'
import type { RowUnit } from './project-units.ts'

/** Deletes the rows of all other places. */
const keepLastPlaces = `
  DELETE FROM artifacts
  USING (
    SELECT artifact_hash AS moved_hash, max((pack_id, pack_offset)) AS last_place
    FROM artifacts
    GROUP BY artifact_hash
    HAVING count(*) > 1
  )
  WHERE artifact_hash = moved_hash AND (pack_id, pack_offset) <> last_place`

/** Units that write again what was lost forget where it lay. */
export const forgettingPlaces = (units: readonly RowUnit[], lost: ReadonlySet<string>): readonly RowUnit[] =>
  lost.size === 0
    ? units
    : units.map((unit) => ({ ...unit, followUps: [...(unit.followUps ?? []), { sql: keepLastPlaces, parameters: {} }] }))

/** The same without units. */
export const forgetOtherPlaces = (database: Database): Promise<void> =>
  database.transaction(async (connection) => {
    await execute(connection, keepLastPlaces)
  })
