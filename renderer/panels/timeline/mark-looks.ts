/** Shapes and colours of the marks, the same in the chart and in its legend. */
import type { MarkKind } from './lane-marks.ts'

export interface MarkLook {
  readonly kind: MarkKind
  readonly name: string
  readonly meaning: string
  /** SVG path data around the point 0 0, within 5 pixels of it. */
  readonly path: string
  readonly isFilled: boolean
  /** Colour of the theme. */
  readonly colour: '--text-2' | '--danger' | '--warn' | '--accent'
  /** Pixels between two marks of the kind, so that each is distinct from the next. */
  readonly apart: number
}

const triangle = 'M-3.5-3.5H3.5L0 3Z'

export const markLooks: readonly MarkLook[] = [
  {
    kind: 'prompt',
    name: 'Prompt',
    meaning: 'A human typed a prompt.',
    path: triangle,
    isFilled: true,
    colour: '--text-2',
    apart: 3,
  },
  {
    kind: 'command',
    name: 'Command',
    meaning: 'A human typed a slash command or a shell line.',
    path: triangle,
    isFilled: false,
    colour: '--text-2',
    apart: 3,
  },
  {
    kind: 'error',
    name: 'Error',
    meaning: 'A failed request or a failed tool result.',
    path: 'M-3-3L3 3M3-3L-3 3',
    isFilled: false,
    colour: '--danger',
    apart: 4,
  },
  {
    kind: 'refused',
    name: 'Refused call',
    meaning: 'The user refused or stopped the call. It did not fail.',
    path: 'M3.2 0A3.2 3.2 0 1 1-3.2 0A3.2 3.2 0 1 1 3.2 0M-2.2 2.2L2.2-2.2',
    isFilled: false,
    colour: '--warn',
    apart: 5,
  },
  {
    kind: 'compaction',
    name: 'Compaction',
    meaning: 'A summary replaced the context.',
    path: 'M-4-4.5H4L0 0L4 4.5H-4L0 0Z',
    isFilled: true,
    colour: '--text-2',
    apart: 1,
  },
  {
    kind: 'rewind',
    name: 'Rewind',
    meaning: 'The conversation went back to an earlier commit and continued on another branch.',
    path: 'M4.5 4V1A3 3 0 0 0 1.5-2H-3.5M-1-4.5L-3.7-2L-1 .5',
    isFilled: false,
    colour: '--accent',
    apart: 4,
  },
]
