/** The weights of the ranking. They are data: `strata recall --fit` makes others. */
import shipped from './weights.json' with { type: 'json' }

export const fileSignals = ['recency', 'frequency', 'words', 'votes', 'branch', 'directory', 'named', 'pathWords', 'together'] as const
export type FileSignal = (typeof fileSignals)[number]

export const itemSignals = [
  'words',
  'coverage',
  'summary',
  'named',
  'symbols',
  'errors',
  'file',
  'votes',
  'recency',
  'branch',
  'directory',
  'graph',
  'type',
] as const
export type ItemSignal = (typeof itemSignals)[number]

export interface RecallWeights {
  /** Which sessions they were fitted on. */
  readonly made: string
  readonly files: Readonly<Record<FileSignal, number>>
  readonly items: Readonly<Record<ItemSignal, number>>
  /** Least evidence in a history of thousands of texts; less in a small one. Nothing is shown where all has less. */
  readonly threshold: number
}

export const shippedWeights: RecallWeights = shipped
