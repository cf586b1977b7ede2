/** Queries that were run in this window before, newest first. */
import { keepPreference, preference } from '../../ui/layout/preferences.ts'

const kept = 100
const name = 'sql.history'

export const queryHistory = (): readonly string[] => {
  try {
    const known: unknown = JSON.parse(preference(name) ?? '[]')
    return Array.isArray(known) ? known.filter((each): each is string => typeof each === 'string') : []
  } catch {
    return []
  }
}

/** The same query moves to the front. */
export const withQuery = (history: readonly string[], sql: string): readonly string[] =>
  [sql, ...history.filter((each) => each !== sql)].slice(0, kept)

export const rememberQuery = (sql: string): void => keepPreference(name, JSON.stringify(withQuery(queryHistory(), sql)))
