/** The marked rows of a conversation as indexes of its list, by what they are marked for. */
import type { ChainOutline, FoundRow, RowFound } from '../../../app/contract/reader.ts'
import type { FlatRows } from './flat-rows.ts'

export const markKinds = ['edit', 'prompt', 'compaction', 'error', 'match', 'cost'] as const
export type MarkKind = (typeof markKinds)[number]

export type Marks = Readonly<Record<MarkKind, readonly number[]>>

const rowsIn = ({
  edits,
  errors,
  prompts,
  compactions,
}: ChainOutline): Readonly<Record<Exclude<MarkKind, 'match' | 'cost'>, readonly number[]>> => ({
  edit: edits,
  error: errors,
  prompt: prompts.map(({ row }) => row),
  compaction: compactions.map(({ row }) => row),
})

/**
 * Ascending indexes. Rows of folded sub-agents are excluded.
 * @param costliest rows of the prompts whose turns cost most
 */
export const marksOf = (
  flat: FlatRows,
  outlines: ReadonlyMap<string, ChainOutline>,
  found: readonly FoundRow[],
  costliest: readonly RowFound[] = [],
): Marks => {
  const marks: Record<MarkKind, number[]> = { edit: [], prompt: [], compaction: [], error: [], match: [], cost: [] }
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
  for (const { chain, row } of costliest) add('cost', chain, row)
  for (const kind of markKinds) marks[kind].sort((one, other) => one - other)
  return marks
}

/** The next mark before or after an index; undefined: there is none. */
export const nextMark = (marks: readonly number[], from: number, by: 1 | -1): number | undefined =>
  by === 1 ? marks.find((index) => index > from) : [...marks].reverse().find((index) => index < from)

/** The marks around a place of a list, of each kind the nearest, in the order of the kinds. */
export const marksAround = (marks: Marks, place: number, reach: number): readonly { readonly kind: MarkKind; readonly index: number }[] =>
  markKinds.flatMap((kind) => {
    const [nearest] = marks[kind]
      .filter((index) => Math.abs(index - place) <= reach)
      .sort((one, other) => Math.abs(one - place) - Math.abs(other - place))
    return nearest === undefined ? [] : [{ kind, index: nearest }]
  })
