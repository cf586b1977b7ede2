/** Finds what was decided before changes of files: the why beside blame. */
import type { Tables } from '../../analytics/queries/run-query.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { ChangeReason } from '../../contract/reasoning.ts'
import { choice, count, instant, optional, text } from '../../model/columns.ts'
import { groupBy } from '../../model/group-by.ts'
import type { EventStatus, Origin, ThinkingType } from '../../model/reasoning.ts'
import { withLineNames } from '../kernel/file-lines.ts'
import reasonsBeforeSql from './reasons-before.sql?raw'

const columns = {
  place: count('place'),
  type: choice<ThinkingType>('type'),
  status: choice<EventStatus>('status'),
  origin: choice<Origin>('origin'),
  summary: text('summary'),
  sourceId: text('source_id'),
  line: count('line'),
  block: count('block'),
  commitId: optional(text('commit_id')),
  occurredAt: optional(instant('occurred_at')),
} as const

/** Thinking is often said again in the response, with other punctuation. */
const lettersOf = ({ summary }: { readonly summary: string }): string =>
  summary
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const once = <T extends { readonly summary: string }>(reasons: readonly T[]): readonly T[] => {
  const said = new Set<string>()
  return reasons.filter((reason) => {
    const letters = lettersOf(reason)
    return !said.has(letters) && said.add(letters)
  })
}

/** How many rows are read for each that is given: some repeat others. */
const perReason = 3

export const reasonsBefore = async (
  tables: Tables,
  { changes, limit }: CallParsed<'reasoning.before'>,
): Promise<readonly (readonly ChangeReason[])[]> => {
  const rows = await tables.query(reasonsBeforeSql, columns, {
    places: changes.map((_, place) => String(place)),
    sources: changes.map(({ sourceId }) => sourceId),
    lines: changes.map(({ line }) => String(line)),
    commits: changes.map(({ commitId }) => commitId),
    paths: changes.map(({ path }) => path),
    limit: String(limit * perReason),
  })
  const byPlace = groupBy(await withLineNames(tables, rows), ({ place }) => place)
  return changes.map((_, at) =>
    once(byPlace.get(at) ?? [])
      .slice(0, limit)
      .map(({ place: _place, ...reason }) => reason),
  )
}
