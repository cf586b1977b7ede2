/** Refs by name: all of them, or those of one session. */
import type { Tables } from '../../analytics/queries/ask.ts'
import { ask } from '../../analytics/queries/ask.ts'
import type { NamedCommit } from '../../contract/refs.ts'
import { resolveSession } from '../commits/resolve-name.ts'

/**
 * @param session a session id or its unique beginning; undefined: every ref
 * @throws StrataError not-found, ambiguous-id
 */
export const listRefs = async (tables: Tables, session: string | undefined): Promise<readonly NamedCommit[]> =>
  ask(tables, 'refList', { session: session === undefined ? null : await resolveSession(tables, session), name: null })
