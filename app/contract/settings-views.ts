/** What a person chose for a store on this machine, and what holds where nothing was chosen. */
import type { Granularity } from '../model/granularity.ts'

export interface SettingsView {
  /** The file that holds them. */
  readonly file: string
  /** What is wrong with the file, in words; null: nothing is. */
  readonly fault: string | null
  /** How fine sessions that are new are cut. */
  readonly granularity: Granularity
  /** What was needed so many days ago is not collected. */
  readonly keepDays: number
  /** Texts that are taken out of exports whatever they look like; see `model/private-word.ts`. */
  readonly privateWords: readonly string[]
  /** What is found without being named: “GitHub token”. */
  readonly secretKinds: readonly string[]
  /** The program that answers and what it stands on: name → version. */
  readonly versions: Readonly<Record<string, string>>
}
