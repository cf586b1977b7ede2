/** Moving the timeline with the keyboard. */
import { useCommands, type Command } from '../../ui/commands/commands.ts'
import type { LaneIndex } from './lane-index.ts'
import { nextMark } from './pick-event.ts'
import { toAxis, toTime, type TimeAxis } from './time-axis.ts'
import type { Range } from './range-figures.ts'
import { changeLane, cursorEvent, cursorOf, stepCursor, type Cursor } from './timeline-cursor.ts'
import type { ShownView } from './use-shown.ts'

export interface TimelineCommandOptions {
  readonly view: ShownView
  readonly axis: TimeAxis
  readonly lanes: readonly LaneIndex[]
  readonly cursor: Cursor | undefined
  readonly range: Range | undefined
  /** Moves the cursor, and the reader with it. */
  readonly onCursor: (cursor: Cursor) => void
  /** Moves the cursor alone; the range reaches from where it was first extended to there. */
  readonly onExtend: (cursor: Cursor) => void
  readonly onRead: () => void
  /** Shows what filled the context at the cursor. */
  readonly onContext: () => void
  readonly onZoomToRange: () => void
  readonly onClearRange: () => void
  readonly toggleIdle: () => void
  /** Closes what is read; undefined: nothing is. */
  readonly onClose: (() => void) | undefined
}

const zoomStep = 1.3
const panStep = 0.15

export const useTimelineCommands = (options: TimelineCommandOptions): void => {
  const { view, range } = options
  const group = 'Timeline'
  useCommands([
    { id: 'timeline.in', title: 'Zoom in', group, keys: ['w', '+'], run: () => view.zoom(1 / zoomStep, focusOf(options)) },
    { id: 'timeline.out', title: 'Zoom out', group, keys: ['s', '-'], run: () => view.zoom(zoomStep, focusOf(options)) },
    { id: 'timeline.left', title: 'Move left', group, keys: ['a'], run: () => view.pan(-panStep) },
    { id: 'timeline.right', title: 'Move right', group, keys: ['d'], run: () => view.pan(panStep) },
    { id: 'timeline.fit', title: 'Show the whole session', group, keys: ['0'], run: view.fit },
    { id: 'timeline.next', title: 'Next event', group, keys: ['Right', 'j'], run: () => step(options, 1, options.onCursor) },
    { id: 'timeline.previous', title: 'Previous event', group, keys: ['Left', 'k'], run: () => step(options, -1, options.onCursor) },
    { id: 'timeline.next-mark', title: 'Next mark: prompt, error, compaction, rewind', group, keys: ['n'], run: () => jump(options, 1) },
    { id: 'timeline.previous-mark', title: 'Previous mark', group, keys: ['Shift+N'], run: () => jump(options, -1) },
    { id: 'timeline.down', title: 'Lane below', group, keys: ['Down'], run: () => cross(options, 1) },
    { id: 'timeline.up', title: 'Lane above', group, keys: ['Up'], run: () => cross(options, -1) },
    { id: 'timeline.context', title: 'Show what filled the context at the cursor', group, keys: ['c'], run: options.onContext },
    { id: 'timeline.open', title: 'Read the event at the cursor', group, keys: ['Enter'], run: options.onRead },
    {
      id: 'timeline.extend',
      title: 'Select a range to the next event (or Shift and drag)',
      group,
      keys: ['Shift+Right'],
      run: () => step(options, 1, options.onExtend),
    },
    {
      id: 'timeline.extend-back',
      title: 'Select a range to the previous event (or Shift and drag)',
      group,
      keys: ['Shift+Left'],
      run: () => step(options, -1, options.onExtend),
    },
    { id: 'timeline.idle', title: 'Cut out idle time, or draw it in full', group, keys: ['i'], run: options.toggleIdle },
    ...(range === undefined
      ? closing(options.onClose)
      : [
          { id: 'timeline.zoom-range', title: 'Zoom to the selected range', group, keys: ['z'], run: options.onZoomToRange },
          { id: 'timeline.clear', title: 'Clear the selected range', group, keys: ['Esc'], run: options.onClearRange },
        ]),
  ])
}

const closing = (onClose: (() => void) | undefined): readonly Command[] =>
  onClose === undefined ? [] : [{ id: 'timeline.close', title: 'Close the details', group: 'Timeline', keys: ['Esc'], run: onClose }]

/** Zooming by key keeps the cursor in place while it is on screen. */
const focusOf = ({ cursor, lanes, axis, view }: TimelineCommandOptions): number | undefined => {
  const at = cursorEvent(lanes, cursor)?.at
  const unit = at === undefined ? undefined : toAxis(axis, at)
  return unit !== undefined && unit >= view.shown.from && unit <= view.shown.to ? unit : undefined
}

type Go = (cursor: Cursor) => void

/** Brings the cursor into view. */
const reveal = ({ lanes, view, axis }: TimelineCommandOptions, cursor: Cursor): void => {
  const unit = toAxis(axis, cursorEvent(lanes, cursor)?.at ?? 0)
  const { from, to } = view.shown
  if (unit < from || unit > to) view.pan((unit - (from + to) / 2) / (to - from))
}

const goTo = (options: TimelineCommandOptions, cursor: Cursor | undefined, go: Go): void => {
  if (cursor === undefined) return
  go(cursor)
  reveal(options, cursor)
}

const shownTimes = ({ view, axis }: TimelineCommandOptions): readonly [number, number] => [
  toTime(axis, view.shown.from),
  toTime(axis, view.shown.to),
]

const step = (options: TimelineCommandOptions, direction: 1 | -1, go: Go): void =>
  goTo(options, stepCursor(options.lanes, options.cursor, direction, shownTimes(options)), go)

const jump = (options: TimelineCommandOptions, direction: 1 | -1): void => {
  const { lanes, cursor } = options
  const lane = lanes[cursor?.lane ?? 0]
  const [fromAt, toAt] = shownTimes(options)
  const at = cursorEvent(lanes, cursor)?.at ?? (direction === 1 ? fromAt - 1 : toAt + 1)
  const event = lane && nextMark(lane, at, direction)?.event
  if (lane !== undefined && event !== undefined) goTo(options, cursorOf(lanes, lane, event), options.onCursor)
}

const cross = (options: TimelineCommandOptions, direction: 1 | -1): void => {
  const { lanes, cursor } = options
  if (cursor === undefined) step(options, 1, options.onCursor)
  else goTo(options, changeLane(lanes, cursor, direction), options.onCursor)
}
