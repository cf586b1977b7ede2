/** How the records of one agent differ from those of others: its lines, its rules, and what only later lines decide. */
import type { AgentRules, Tools } from '../../app/model/agent.ts'
import type { JsonObject } from '../../app/model/json-object.ts'
import type { WholeLine } from '../../app/model/transcript-line.ts'
import { fields, type Fields } from '../skim/selection.ts'

/** Follows the lines of a file: a later line may give an earlier one another class. */
export interface LineFollower {
  /** @param index of the line in the list of lines */
  see(line: WholeLine, record: JsonObject, index: number): void
  /** Lines that replace others, by index. */
  promoted(): ReadonlyMap<number, WholeLine>
}

export interface Dialect extends AgentRules {
  readonly tools: Tools
  /** The parts of a record that are read. */
  readonly selection: Fields
  /** The record that a line says, in the fields of record.ts; absent: a line is such a record itself, and only its selected parts are read. */
  readonly recordOf?: (line: JsonObject) => JsonObject
  /** Records name no record before them: each continues the one above it in the file. */
  readonly isLinear?: true
  readonly follow: () => LineFollower
}

/** For lines that are read whole. */
export const nothingSelected: Fields = fields(() => ({}))

/** For agents whose lines are decided by themselves. */
export const followNothing = (): LineFollower => ({ see: () => undefined, promoted: () => new Map() })
