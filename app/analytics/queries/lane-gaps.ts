/** Questions about where time went: the rules that give a stretch of time its state stand in one place. */
import laneGaps from './lane-gaps.sql?raw'

/** Puts the stretches in their place: a question says where with `FROM lane_gaps`, over its own chosen_events. */
export const withLaneGaps = (sql: string): string => sql.replace('FROM lane_gaps', () => laneGaps)
