/** The marked rows of a conversation as indexes of its list, by what they are marked for. */
import type { ChainOutline, FoundRow } from '../../../app/contract/reader.ts'
import type { FlatRows } from './flat-rows.ts'

export const markKinds = ['edit', 'prompt', 'compaction', 'error', 'match'] as const
export type MarkKind = (typeof markKinds)[number]

export type Marks = Readonly<Record<MarkKind, readonly number[]>>

const rowsIn = ({
  edits,
  errors,
  prompts,
  compactions,
}: ChainOutline): Readonly<Record<Exclude<MarkKind, 'match'>, readonly number[]>> => ({
  edit: edits,
  error: errors,
  prompt: prompts.map(({ row }) => row),
  compaction: compactions.map(({ row }) => row),
})

/** Ascending indexes. Rows of folded sub-agents are excluded. */
export const marksOf = (flat: FlatRows, outlines: ReadonlyMap<string, ChainOutline>, found: readonly FoundRow[]): Marks => {
  const marks: Record<MarkKind, number[]> = { edit: [], prompt: [], compaction: [], error: [], match: [] }
  const add = (kind: MarkKind, chain: string, row: number): void => {
    const index = flat.indexOf(chain, row)
    if (index !== undefined) marks[kind].push(index)
  }
  for (const outline of outlines.values()) {
    if (flat.indexOf(outline.chain, 0) === undefined) continue
    const rows = rowsIn(outline)
    for (const kind of ['edit', 'error', 'prompt', 'compaction'] as const) for (const row of rows[kind]) add(kind, outline.chain, row)
  }
  for (const { chain, row } of found) add('match', chain, row)
  for (const kind of markKinds) marks[kind].sort((one, other) => one - other)
  return marks
}

/** The next mark before or after an index; undefined: there is none. */
export const nextMark = (marks: readonly number[], from: number, by: 1 | -1): number | undefined =>
  by === 1 ? marks.find((index) => index > from) : [...marks].reverse().find((index) => index < from)
