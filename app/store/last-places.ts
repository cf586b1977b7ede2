/** An artifact that was damaged and written again stands twice in the table: only where it stands last it can be read. */
import type { FollowUp } from './project-units.ts'

export const keepLastPlaces: FollowUp = {
  sql: `
    DELETE FROM artifacts
    USING (
      SELECT artifact_hash AS moved_hash, max((pack_id, pack_offset)) AS last_place
      FROM artifacts
      GROUP BY artifact_hash
      HAVING count(*) > 1
    )
    WHERE artifact_hash = moved_hash AND (pack_id, pack_offset) <> last_place`,
  parameters: {},
}
