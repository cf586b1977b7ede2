/** The learned policy: units are ranked by a linear blend, fitted to what agents needed in earlier sessions. */
import { changerKinds, readerKinds } from '../model/tool-kind.ts'
import type { Unit } from './history.ts'
import { pathsIn, wordsIn } from './named-in.ts'
import type { Need } from './needs.ts'
import { solve } from './solve.ts'
import type { View, Weights } from './view.ts'

export const featureNames = [
  'always',
  'relevance',
  'recency in turns',
  'recency in items',
  'proximity',
  'frequency',
  'named by the prompt',
  'changes a file',
  'reads a file',
  'was said',
  'is a summary',
  'has failed',
  'size',
  'newest of its file',
] as const

/** Before anything is fitted: the newest first, and what the prompt names. */
export const firstWeights: Weights = [0, 0.2, 0.3, 0.5, 0.1, 0, 0.3, 0, 0, 0, 0.2, 0, 0, 0.05]

/** Units before the moment whose files count as near. */
const nearUnits = 12

const flag = (is: boolean): number => (is ? 1 : 0)

const newestOfFiles = (units: readonly Unit[]): ReadonlyMap<string, Unit> =>
  new Map(units.flatMap((unit) => (unit.file === undefined ? [] : [[unit.file, unit] as const])))

/** How rare the words of the prompt are that each unit contains, as a share of all of them. */
const relevanceOf = ({ history, prompt }: View): ReadonlyMap<number, number> => {
  const found = new Map<number, number>()
  let all = 0
  for (const word of wordsIn(prompt.text)) {
    const units = history.words.get(word)
    if (units === undefined) continue
    const rarity = Math.log(1 + history.units.length / units.length)
    all += rarity
    for (const unit of units) found.set(unit, (found.get(unit) ?? 0) + rarity)
  }
  return new Map([...found].map(([unit, rarity]) => [unit, rarity / all]))
}

/** What its first step is. */
const kindsOf = ({ items }: Unit): readonly number[] => {
  const first = items[0]?.step
  const does = first?.kind === 'call' ? first.does : undefined
  const is = (kind: string | undefined): number => flag(first?.kind === kind)
  return [
    flag(does !== undefined && changerKinds.has(does)),
    flag(does !== undefined && readerKinds.has(does)),
    Math.max(is('prompt'), is('response')),
    is('summary'),
  ]
}

const isNamedBy = (paths: ReadonlySet<string>, file: string | undefined): boolean =>
  file !== undefined && [...paths].some((path) => file === path || file.endsWith(`/${path}`))

/** One row of values for each candidate, in the order of `featureNames`. */
const featuresOf = (view: View): readonly (readonly number[])[] => {
  const { history, prompt, candidates } = view
  const relevance = relevanceOf(view)
  const named = pathsIn(prompt.text, history.cwd)
  const newest = newestOfFiles(candidates)
  const near = new Set(candidates.slice(-nearUnits).flatMap(({ file, paths }) => (file === undefined ? [...paths] : [file, ...paths])))
  return candidates.map((unit, at) => {
    const { file, paths, turn, tokens, hasFailed, number } = unit
    return [
      1,
      relevance.get(number) ?? 0,
      1 / (1 + Math.max(0, prompt.turn - turn)),
      1 / (1 + (candidates.length - 1 - at) / 20),
      flag((file !== undefined && near.has(file)) || [...paths].some((path) => near.has(path))),
      file === undefined ? 0 : Math.log1p(history.touches.get(file) ?? 0) / 3,
      flag(isNamedBy(named, file)),
      ...kindsOf(unit),
      flag(hasFailed),
      Math.log1p(tokens) / 10,
      flag(file !== undefined && newest.get(file) === unit),
    ]
  })
}

const dot = (a: readonly number[], b: readonly number[]): number => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)

/** Best first: by the score for the root of the size, so that a large unit has to be worth more. */
export const rankByScore = (view: View): readonly Unit[] => {
  const rows = featuresOf(view)
  const scored = view.candidates.map((unit, at) => ({
    unit,
    score: dot(rows[at] ?? [], view.weights) / Math.sqrt(Math.max(20, unit.tokens)),
  }))
  return scored.sort((a, b) => b.score - a.score || b.unit.number - a.unit.number).map(({ unit }) => unit)
}

/** Sums from which a blend is fitted. They can be added up, so that no case has to be kept. */
export interface FitSums {
  /** Row by row. */
  readonly products: Float64Array
  readonly targets: Float64Array
  rows: number
}

const width = featureNames.length

export const newFitSums = (): FitSums => ({ products: new Float64Array(width * width), targets: new Float64Array(width), rows: 0 })

/** The target of a candidate is its share of the needs of the moment. */
export const learnFrom = (sums: FitSums, view: View, needs: readonly Need[]): void => {
  const shares = new Map<number, number>()
  for (const { items } of needs) {
    const units = new Set(items.map((item) => view.history.items[item]?.unit ?? -1))
    for (const unit of units) shares.set(unit, (shares.get(unit) ?? 0) + 1 / needs.length)
  }
  const rows = featuresOf(view)
  for (const [at, { number }] of view.candidates.entries()) addRow(sums, rows[at] ?? [], shares.get(number) ?? 0)
}

const addRow = (sums: FitSums, row: readonly number[], target: number): void => {
  sums.rows += 1
  for (let one = 0; one < width; one += 1) {
    const value = row[one] ?? 0
    if (value === 0) continue
    sums.targets[one] = (sums.targets[one] ?? 0) + value * target
    for (let other = 0; other < width; other += 1) {
      const place = one * width + other
      sums.products[place] = (sums.products[place] ?? 0) + value * (row[other] ?? 0)
    }
  }
}

export const addSums = (into: FitSums, sums: FitSums): void => {
  into.rows += sums.rows
  for (const [at, value] of sums.products.entries()) into.products[at] = (into.products[at] ?? 0) + value
  for (const [at, value] of sums.targets.entries()) into.targets[at] = (into.targets[at] ?? 0) + value
}

/** Candidates from which a fit is worth it. */
const leastRows = 200
const ridge = 1

/** Ridge regression. Too few rows: the first weights. */
export const fit = ({ products, targets, rows }: FitSums): Weights => {
  if (rows < leastRows) return firstWeights
  const system = Array.from({ length: width }, (_, row) => [
    ...Array.from({ length: width }, (__, column) => (products[row * width + column] ?? 0) + (row === column ? ridge : 0)),
    targets[row] ?? 0,
  ])
  return solve(system)
}
