/** The event of a strip at a click, and steps from one event to the next. */
import type { TimelineEvent } from '../../../app/contract/timeline.ts'
import { firstPlace, type LaneIndex } from './lane-index.ts'
import { commitOfMark, type Mark } from './lane-marks.ts'

/** A place that the reader can go to: an event, or a mark that may have one. */
export type Pick = { readonly at: number; readonly commitId: string } & (
  { readonly event: TimelineEvent; readonly mark: undefined } | { readonly event: TimelineEvent | undefined; readonly mark: Mark }
)

/** A mark within this distance is picked before an event, pixels. */
const markReach = 5

const nearest = <T extends { readonly at: number }>(all: readonly T[], x: number, pixelOf: (at: number) => number): T | undefined => {
  const next = firstPlace(all.length, (place) => pixelOf(all[place]?.at ?? 0) >= x)
  const [before, after] = [all[next - 1], all[next]]
  if (before === undefined || after === undefined) return before ?? after
  return x - pixelOf(before.at) <= pixelOf(after.at) - x ? before : after
}

export const pickOfMark = (mark: Mark): Pick | undefined => {
  const commitId = commitOfMark(mark)
  return commitId === null ? undefined : { at: mark.at, event: mark.event, mark, commitId }
}

export const pickOfEvent = (event: TimelineEvent | undefined): Pick | undefined =>
  event === undefined || event.commitId === null ? undefined : { at: event.at, event, mark: undefined, commitId: event.commitId }

/** Events that are in a commit, in order of time. */
export const readableEvents = (lane: LaneIndex): readonly TimelineEvent[] => lane.events.filter(({ commitId }) => commitId !== null)

export interface PickOptions {
  readonly lane: LaneIndex
  readonly readable: readonly TimelineEvent[]
  /** Pixel of an instant; later instants are never further left. */
  readonly pixelOf: (at: number) => number
}

/** The nearest mark within reach of a pixel, else the nearest event at any distance. */
export const pickAt = ({ lane, readable, pixelOf }: PickOptions, x: number): Pick | undefined => {
  const mark = nearest(lane.marks, x, pixelOf)
  const isNear = mark !== undefined && Math.abs(pixelOf(mark.at) - x) <= markReach
  return (isNear ? pickOfMark(mark) : undefined) ?? pickOfEvent(nearest(readable, x, pixelOf))
}

/** The event at a place among the readable ones; a place beyond the ends is the first or last event. */
export const pickPlace = (readable: readonly TimelineEvent[], place: number): Pick | undefined =>
  pickOfEvent(readable[Math.max(0, Math.min(readable.length - 1, place))])

/** Place of the last readable event at or before an instant; the first one when there is none. */
export const placeAt = (readable: readonly TimelineEvent[], at: number): number =>
  Math.max(0, firstPlace(readable.length, (place) => (readable[place]?.at ?? 0) > at) - 1)

const isSameEvent = (a: TimelineEvent, b: TimelineEvent): boolean =>
  a.at === b.at && a.source === b.source && a.line === b.line && a.kind === b.kind && a.label === b.label

/** Place of a pick among the readable events; where they do not have it, that of the last one at or before its instant. */
export const placeAmong = (readable: readonly TimelineEvent[], { at, event }: Pick): number => {
  const place = event === undefined ? -1 : readable.indexOf(event)
  return place === -1 ? placeAt(readable, at) : place
}

/**
 * The same pick after events were reloaded; unchanged if the event is gone.
 * @param earlier the readable events when it was picked
 */
export const refreshPick = (pick: Pick, earlier: readonly TimelineEvent[], readable: readonly TimelineEvent[]): Pick => {
  const { event } = pick
  if (event === undefined || earlier === readable) return pick
  // Equal events of one record are matched by their order.
  const before = earlier.slice(0, Math.max(0, earlier.indexOf(event))).filter((other) => isSameEvent(other, event))
  const found = readable.filter((other) => isSameEvent(other, event))[before.length]
  return found === undefined ? pick : { ...pick, event: found }
}

/** The mark after (`step` 1) or before (`step` -1) an instant that leads to a place; undefined: none does. */
export const nextMark = (lane: LaneIndex, at: number, step: 1 | -1): Pick | undefined => {
  const from = step === 1 ? firstPlace(lane.marks.length, (place) => (lane.marks[place]?.at ?? 0) > at) : -1
  const candidates = step === 1 ? lane.marks.slice(from) : lane.marks.filter((mark) => mark.at < at).reverse()
  return candidates.map(pickOfMark).find((pick) => pick !== undefined)
}

const eventSteps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }

/** The event or mark that a key of a slider leads to: arrows to the next event, page keys to the next mark, Home and End to the ends. */
export const pickByKey = (key: string, lane: LaneIndex, readable: readonly TimelineEvent[], from: Pick | undefined): Pick | undefined => {
  if (key === 'Home') return pickPlace(readable, 0)
  if (key === 'End') return pickPlace(readable, readable.length - 1)
  if (key === 'PageDown') return nextMark(lane, from?.at ?? -Infinity, 1)
  if (key === 'PageUp') return nextMark(lane, from?.at ?? Infinity, -1)
  const step = eventSteps[key]
  if (step === undefined) return undefined
  if (from === undefined) return pickPlace(readable, step === 1 ? 0 : readable.length - 1)
  return pickPlace(readable, placeAmong(readable, from) + step)
}
