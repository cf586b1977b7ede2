/** Where the records of a commit are shown when it is read: a result beside its call, a line of a reply within the reply. */
import type { ConversationItem } from '../contract/reader.ts'

/** A block of an item, both from 0. */
export interface ItemPlace {
  readonly item: number
  readonly block: number
}

/** `source`: the file of the record, or the commit of an event. */
export interface ShownPlace extends ItemPlace {
  readonly source: string
  readonly line: number
}

/** A record, with the place of its blocks, if it has any, and the calls that its results belong to. */
export interface PlacedLine {
  readonly source: string
  readonly line: number
  readonly own: ItemPlace | undefined
  readonly resultsOf: readonly string[]
}

const callPlaces = (items: readonly ConversationItem[]): ReadonlyMap<string, ItemPlace> =>
  new Map(
    items.flatMap(({ blocks }, item) =>
      blocks.flatMap((each, block) => (each.kind === 'tool_call' ? [[each.toolUseId, { item, block }] as const] : [])),
    ),
  )

/** One place per record that has one, in the order of the records. */
export const shownPlaces = (items: readonly ConversationItem[], lines: readonly PlacedLine[]): readonly ShownPlace[] => {
  const calls = callPlaces(items)
  return lines.flatMap(({ source, line, own, resultsOf }) => {
    const place = resultsOf.map((call) => calls.get(call)).find((found) => found !== undefined) ?? own
    return place === undefined ? [] : [{ source, line, ...place }]
  })
}

/** The place of a record. When it is not shown: the place of the last shown record before it, else of the first after it. */
export const placeOfRecord = (places: readonly ShownPlace[], source: string, line: number): ItemPlace | undefined => {
  let before: ShownPlace | undefined
  let after: ShownPlace | undefined
  for (const place of places) {
    if (place.source !== source) continue
    if (place.line === line) return place
    if (place.line < line && place.line >= (before?.line ?? 0)) before = place
    if (place.line > line && place.line < (after?.line ?? Infinity)) after = place
  }
  return before ?? after
}
