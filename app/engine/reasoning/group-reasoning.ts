/** Lists the sessions that have texts of reasoning, and the files that these are about. */
import type { Tables } from '../../analytics/queries/run-query.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { ReasonGroups } from '../../contract/reasoning.ts'
import { count, instant, optional, text } from '../../model/columns.ts'
import reasoningGroups from './reasoning-groups.sql?raw'

const columns = {
  key: text('key'),
  name: text('name'),
  project: text('project'),
  decisions: count('decisions'),
  rejections: count('rejections'),
  tradeoffs: count('tradeoffs'),
  texts: count('texts'),
  lastAt: optional(instant('last_at')),
  total: count('total'),
} as const

export const groupReasoning = async (
  tables: Tables,
  { by, reasoning, status, text: words, offset, limit }: CallParsed<'reasoning.groups'>,
): Promise<ReasonGroups> => {
  const parameters = { by, type: reasoning ?? null, status: status ?? null, words: words ?? null }
  const rows = await tables.query(reasoningGroups, columns, { ...parameters, offset: String(offset), limit: String(limit) })
  // A page behind the last row does not say how many there are.
  const [first] =
    rows.length > 0 || offset === 0 ? rows : await tables.query(reasoningGroups, columns, { ...parameters, offset: '0', limit: '1' })
  return { rows: rows.map(({ total: _, ...row }) => row), total: first?.total ?? 0 }
}
