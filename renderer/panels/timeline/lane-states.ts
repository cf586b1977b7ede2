/** The states of a lane: their names, what they mean, and how they differ without colour. */
import type { LaneState } from '../../../app/contract/timeline.ts'

export interface LaneStateLook {
  readonly state: LaneState
  readonly name: string
  readonly meaning: string
  /** Hatching on top of the colour. */
  readonly texture: 'solid' | 'diagonal' | 'upright'
  /** Share of the lane's height that is empty above the bar; the idle line is drawn in the middle. */
  readonly inset: number
}

export const laneStates: readonly LaneStateLook[] = [
  { state: 'human', name: 'Human', meaning: 'The agent finished; the user reads, thinks and types.', texture: 'solid', inset: 0.62 },
  { state: 'agent', name: 'Agent', meaning: 'The model writes.', texture: 'solid', inset: 0 },
  { state: 'thinking', name: 'Thinking', meaning: 'The model thinks before it writes.', texture: 'diagonal', inset: 0 },
  { state: 'tool', name: 'Tools', meaning: 'A tool runs.', texture: 'upright', inset: 0.3 },
  {
    state: 'waiting',
    name: 'Waiting',
    meaning: 'A tool waits for the user’s approval or answer. Marked “guess” if no record states it.',
    texture: 'diagonal',
    inset: 0.62,
  },
  {
    state: 'compaction',
    name: 'Compaction',
    meaning: 'A summary replaces the context, or old tool results are dropped from it.',
    texture: 'solid',
    inset: -0.15,
  },
  { state: 'idle', name: 'Idle', meaning: 'No records for more than five minutes.', texture: 'solid', inset: 0 },
]

const byState = new Map(laneStates.map((look) => [look.state, look]))

export const laneStateLook = (state: LaneState): LaneStateLook =>
  byState.get(state) ?? { state, name: state, meaning: '', texture: 'solid', inset: 0 }
