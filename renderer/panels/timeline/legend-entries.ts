/** Entries of the legend: the states and marks that the chart can draw, and their amounts in view. */
import type { LaneState } from '../../../app/contract/timeline.ts'
import { formatCount } from '../../../app/model/format/count.ts'
import { formatDuration } from '../../../app/model/format/duration.ts'
import { laneStates } from './lane-states.ts'
import type { MarkKind } from './lane-marks.ts'
import { markLooks } from './mark-looks.ts'
import type { RangeFigures } from './range-figures.ts'

export type LegendSign =
  | { readonly kind: 'state'; readonly state: LaneState; readonly texture: string }
  | { readonly kind: 'mark'; readonly mark: MarkKind }
  | { readonly kind: 'break' }
  | { readonly kind: 'context' }

export interface LegendEntry {
  /** Drawn beside the name; a compaction is a bar with a mark above it. */
  readonly signs: readonly LegendSign[]
  readonly name: string
  readonly meaning: string
  /** Amount in view. */
  readonly amount: string
  /** Whether the whole session has any. */
  readonly occurs: boolean
}

export interface LegendFacts {
  readonly whole: RangeFigures
  readonly shown: RangeFigures
  /** Breaks of the axis as it is drawn. */
  readonly breaks: number
  readonly breaksShown: number
  readonly hasContext: boolean
}

export const legendEntries = ({ whole, shown, breaks, breaksShown, hasContext }: LegendFacts): readonly LegendEntry[] => [
  ...laneStates.map(({ state, name, meaning, texture }): LegendEntry => {
    const isCompaction = state === 'compaction'
    return {
      signs: [{ kind: 'state', state, texture }, ...(isCompaction ? [{ kind: 'mark', mark: state } as const] : [])],
      name,
      meaning,
      amount: `${isCompaction ? `${formatCount(shown.marks.compaction)}, ` : ''}${formatDuration(shown.states[state])}`,
      occurs: whole.states[state] > 0 || (isCompaction && whole.marks.compaction > 0),
    }
  }),
  ...markLooks
    .filter(({ kind }) => kind !== 'compaction')
    .map(({ kind, name, meaning }): LegendEntry => ({
      signs: [{ kind: 'mark', mark: kind }],
      name,
      meaning,
      amount: formatCount(shown.marks[kind]),
      occurs: whole.marks[kind] > 0,
    })),
  {
    signs: [{ kind: 'break' }],
    name: 'Break',
    meaning: 'Idle time that is cut out of the axis. Its length is written in it.',
    amount: formatCount(breaksShown),
    occurs: breaks > 0,
  },
  {
    signs: [{ kind: 'context' }],
    name: 'Context',
    meaning: 'Tokens that the model saw at each reply of the main lane.',
    amount: '',
    occurs: hasContext,
  },
]
