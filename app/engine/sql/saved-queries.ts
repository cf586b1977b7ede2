/** Queries that a person keeps under names, among the settings of the store. */
import type { SavedQuery } from '../../contract/sql.ts'
import { StrataError } from '../../model/failure.ts'
import { readSettings, writeSettings } from '../kernel/settings.ts'

const byName = (a: SavedQuery, b: SavedQuery): number => a.name.localeCompare(b.name, 'en')

const write = (storeDir: string, savedQueries: readonly SavedQuery[]): readonly SavedQuery[] => {
  const sorted = [...savedQueries].sort(byName)
  writeSettings(storeDir, { ...readSettings(storeDir), savedQueries: sorted })
  return sorted
}

export const listQueries = (storeDir: string): readonly SavedQuery[] => readSettings(storeDir).savedQueries

/** @throws StrataError name-taken when there is another of that name and it is not to be replaced */
export const saveQuery = (
  storeDir: string,
  { name, sql, replace }: { readonly name: string; readonly sql: string; readonly replace: boolean },
): readonly SavedQuery[] => {
  const known = listQueries(storeDir)
  const there = known.find((query) => query.name === name)
  if (there !== undefined && there.sql !== sql && !replace)
    throw new StrataError('name-taken', `A query with the name “${name}” exists already`, { name, option: 'replaceQuery' })
  return write(storeDir, [...known.filter((query) => query.name !== name), { name, sql, savedAt: Date.now() }])
}

/** @throws StrataError not-found */
export const removeQuery = (storeDir: string, name: string): readonly SavedQuery[] => {
  const known = listQueries(storeDir)
  if (!known.some((query) => query.name === name))
    throw new StrataError('not-found', `No query has the name “${name}”`, { text: name, list: 'strata sql --list' })
  return write(
    storeDir,
    known.filter((query) => query.name !== name),
  )
}
