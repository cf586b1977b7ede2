/** Moving the timeline with the keyboard. */
import { useCommands } from '../../ui/commands/commands.ts'
import { placeOfHit, type ReadPlace } from './event-place.ts'
import { hitAt, neighbourEvent } from './hit.ts'
import type { LaneIndex } from './lane-index.ts'
import { toAxis, toTime, type TimeAxis } from './time-axis.ts'
import type { Range } from './range-figures.ts'
import type { ShownView } from './use-shown.ts'

export interface TimelineCommandOptions {
  readonly view: ShownView
  readonly axis: TimeAxis
  readonly lanes: readonly LaneIndex[]
  readonly cursorAt: number | undefined
  readonly range: Range | undefined
  readonly setCursor: (at: number) => void
  readonly setRange: (range: Range | undefined) => void
  readonly toggleIdle: () => void
  /** File ids that events name by place. */
  readonly sources: readonly string[]
  readonly onRead: (place: ReadPlace) => void
}

const zoomStep = 1.3
const panStep = 0.15

export const useTimelineCommands = (options: TimelineCommandOptions): void => {
  const { view, range, setRange } = options
  const group = 'Timeline'
  useCommands([
    { id: 'timeline.in', title: 'Zoom in', group, keys: ['w', '+'], run: () => view.zoom(1 / zoomStep, focusOf(options)) },
    { id: 'timeline.out', title: 'Zoom out', group, keys: ['s', '-'], run: () => view.zoom(zoomStep, focusOf(options)) },
    { id: 'timeline.left', title: 'Move left', group, keys: ['a'], run: () => view.pan(-panStep) },
    { id: 'timeline.right', title: 'Move right', group, keys: ['d'], run: () => view.pan(panStep) },
    { id: 'timeline.fit', title: 'Show the whole session', group, keys: ['0'], run: view.fit },
    { id: 'timeline.next', title: 'Next event', group, keys: ['Right', 'j'], run: () => step(options, 1) },
    { id: 'timeline.previous', title: 'Previous event', group, keys: ['Left', 'k'], run: () => step(options, -1) },
    { id: 'timeline.open', title: 'Read the event at the cursor', group, keys: ['Enter'], run: () => readAt(options, options.cursorAt) },
    { id: 'timeline.idle', title: 'Narrow idle time, or draw it in full', group, keys: ['i'], run: options.toggleIdle },
    ...(range === undefined
      ? []
      : [{ id: 'timeline.clear', title: 'Clear the selected range', group, keys: ['Esc'], run: () => setRange(undefined) }]),
  ])
}

/** Zooming by key keeps the cursor in place while it is on screen. */
const focusOf = ({ cursorAt, axis, view }: TimelineCommandOptions): number | undefined => {
  const unit = cursorAt === undefined ? undefined : toAxis(axis, cursorAt)
  return unit !== undefined && unit >= view.shown.from && unit <= view.shown.to ? unit : undefined
}

const step = (options: TimelineCommandOptions, direction: 1 | -1): void => {
  const { lanes, view, axis, cursorAt } = options
  const main = lanes[0]
  const from = cursorAt ?? toTime(axis, direction === 1 ? view.shown.from - 1 : view.shown.to + 1)
  const event = main === undefined ? undefined : neighbourEvent(main, from, direction)
  if (event === undefined) return
  options.setCursor(event.at)
  readAt(options, event.at)
  const unit = toAxis(axis, event.at)
  const { from: left, to: right } = view.shown
  if (unit < left || unit > right) view.pan((unit - (left + right) / 2) / (right - left))
}

const readAt = ({ lanes, sources, onRead }: TimelineCommandOptions, at: number | undefined): void => {
  const main = lanes[0]
  const hit = main === undefined || at === undefined ? undefined : hitAt(main, at, 1)
  const place = hit && at !== undefined ? placeOfHit(hit, at, sources) : undefined
  if (place !== undefined) onRead(place)
}
