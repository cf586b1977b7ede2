/** Handlers of the calls about sessions, their time and their context. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { sessionsCalls } from '../../contract/sessions.ts'
import type { DerivedTables } from '../derived/derived-tables.ts'
import { shortRecords } from '../facts/derived-facts.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { priceTables } from '../kernel/price-tables.ts'
import type { contextCalls } from '../../contract/context.ts'
import type { timelineCalls } from '../../contract/timeline.ts'
import { runQuery } from '../../analytics/queries/run-query.ts'
import { listSessions, showSession } from './list-sessions.ts'
import { sessionCosts } from './session-costs.ts'
import { showContext } from './show-context.ts'
import { showTimeline } from './show-timeline.ts'

interface SessionsParts extends HandlerParts {
  readonly derived: DerivedTables
}

export const sessionsHandlers = ({
  context,
  derived,
}: SessionsParts): HandlersOf<typeof sessionsCalls & typeof timelineCalls & typeof contextCalls> => ({
  'sessions.list': async (input) => {
    if (input.sort === 'activeMs' || input.sort === 'ending' || input.ending !== undefined) await derived.ensure('facts')
    else if (input.waits) await derived.ensureShort('facts', shortRecords)
    const { database, dir } = context.store
    return listSessions(database, { input, costs: async () => sessionCosts(database, derived.known, await priceTables(dir)) })
  },
  'sessions.tools': () => runQuery(context.store.database, 'sessionTools', {}),
  'session.show': ({ sessionId }) => showSession(context.store.database, sessionId),
  'session.timeline': ({ sessionId }) => showTimeline(context.store.database, sessionId),
  'session.context': ({ sessionId }) => showContext(context.store.database, sessionId),
})
