/** Hindsight: what was ranked at the first prompt of a session, against the files that its agent then read and changed. */
import { solve } from '../backtest/solve.ts'
import type { FileValues } from './file-signals.ts'
import { fileSignals, type FileSignal, type RecallWeights } from './weights.ts'

/** Files of a ranking that count. */
const counted = 10

/** The files that were known at a first prompt. */
export interface RankedFile {
  readonly path: string
  readonly values: FileValues
  /** Whether the agent then read or changed it. */
  readonly isTouched: boolean
}

export interface FileScore {
  /** Share of the touched files that are among the first ten. */
  readonly recall: number
  /** Whether any of them is. */
  readonly hit: number
}

type Weights = RecallWeights['files']

const scoreOf = (values: FileValues, weights: Weights): number =>
  fileSignals.reduce((sum, signal) => sum + values[signal] * weights[signal], 0)

/** Undefined: no known file was touched. */
export const scoreFiles = (files: readonly RankedFile[], weights: Weights): FileScore | undefined => {
  const touched = files.filter(({ isTouched }) => isTouched).length
  if (touched === 0) return undefined
  const first = files
    .map((file) => ({ file, score: scoreOf(file.values, weights) }))
    .sort((a, b) => b.score - a.score || (a.file.path < b.file.path ? -1 : 1))
    .slice(0, counted)
  const found = first.filter(({ file }) => file.isTouched).length
  return { recall: found / touched, hit: found > 0 ? 1 : 0 }
}

/** The most that any ranking can reach. */
export const bestRecall = (files: readonly RankedFile[]): number => {
  const touched = files.filter(({ isTouched }) => isTouched).length
  return Math.min(counted, touched) / Math.max(1, touched)
}

/** One signal alone. */
export const alone = (signal: FileSignal): Weights =>
  Object.fromEntries(fileSignals.map((other) => [other, other === signal ? 1 : 0])) as unknown as Weights

const ridge = 10
const width = fileSignals.length + 1

/** Sums from which weights are fitted; cases can be added one by one. */
export class FileFit {
  readonly #system: number[][] = Array.from({ length: width }, (_, row) =>
    Array.from({ length: width + 1 }, (__, column): number => (row === column && row < width - 1 ? ridge : 0)),
  )
  #cases = 0

  get cases(): number {
    return this.#cases
  }

  add(files: readonly RankedFile[]): void {
    if (!files.some(({ isTouched }) => isTouched)) return
    this.#cases += 1
    for (const { values, isTouched } of files) {
      const row = [...fileSignals.map((signal) => values[signal]), 1, isTouched ? 1 : 0]
      for (const [at, own] of this.#system.entries()) {
        const value = row[at] ?? 0
        if (value !== 0) for (let column = 0; column <= width; column += 1) own[column] = (own[column] ?? 0) + value * (row[column] ?? 0)
      }
    }
  }

  /** Ridge regression of what was touched on the signals. */
  weights(): Weights {
    const solved = solve(this.#system.map((row) => [...row]))
    const rounded = (value: number): number => Math.round(value * 10_000) / 10_000
    return Object.fromEntries(fileSignals.map((signal, at) => [signal, rounded(solved[at] ?? 0)])) as unknown as Weights
  }
}
