/** The row and the refs of a session that was made: the tables work them out from the rows of its commits. */
import type { ContextCommit } from '../../model/context-commit.ts'
import { addedSessionPrefix } from '../../model/session-name.ts'
import type { FollowUp } from '../../store/tables/project-units.ts'
import coverAgentCosts from './cover-agent-costs.sql?raw'
import fillMadeClients from './fill-made-clients.sql?raw'
import fillMadeModels from './fill-made-models.sql?raw'
import forgetMadeFacts from './forget-made-facts.sql?raw'
import forgetMadeObjects from './forget-made-objects.sql?raw'
import forgetMadeRefs from './forget-made-refs.sql?raw'
import forgetMadeSession from './forget-made-session.sql?raw'
import insertMadeRefs from './insert-made-refs.sql?raw'
import insertMadeSession from './insert-made-session.sql?raw'
import numberMadeCommits from './number-made-commits.sql?raw'

/** Statements that fill columns from commits, events and usage together. */
const commitsFirst = [numberMadeCommits, fillMadeClients, fillMadeModels, coverAgentCosts]

/** Brings the row and the refs of a made session up to date with its commits. */
export const completedSession = (session: string): readonly FollowUp[] =>
  [...commitsFirst, forgetMadeSession, insertMadeSession, forgetMadeRefs, insertMadeRefs, forgetMadeFacts, forgetMadeObjects].map(
    (sql) => ({
      sql,
      parameters: { session },
    }),
  )

/** The session of the tables that a commit belongs to: that of its record, else that of the commits before it, as long as they name none. */
export const keyOf = (
  record: ContextCommit,
  commitId: string,
  parent: { readonly session_id: string; readonly key: string } | undefined,
): string => {
  if (record.session_id !== undefined && record.session_id !== '') return `${addedSessionPrefix}${record.session_id}`
  return parent?.session_id === '' ? parent.key : `${addedSessionPrefix}${commitId}`
}
