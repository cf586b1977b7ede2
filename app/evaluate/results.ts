/** What the runs of an evaluation show: rates with intervals, tokens, times, and what was given. */
import { graphNames, type GraphName } from '../agent-context/graphs/graph.ts'

/** How a run is made: the first pass, the second with each graph, and the second with a flat list. */
export const runKinds = ['without', ...graphNames, 'flat'] as const
export type RunKind = (typeof runKinds)[number]

export const isGraph = (kind: RunKind): kind is GraphName => kind !== 'without' && kind !== 'flat'

/** Tokens of a run as its transcript states them. */
export interface RunTokens {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

/** What a second pass was given with its prompt. */
export interface Given {
  /** Estimated. */
  readonly tokens: number
  readonly lines: number
  /** Lines of which the decision was taken back, or none of whose files exists. */
  readonly stale: number
  /** How long the hook took; null: none runs. */
  readonly hookMs: number | null
}

export interface Run {
  readonly task: string
  readonly kind: RunKind
  /** Null: it was not judged. */
  readonly passed: boolean | null
  /** Why it was not judged, or what was unusual; '' for nothing. */
  readonly note: string
  /** Milliseconds that the agent took; null: it did not run. */
  readonly ms: number | null
  /** Null: no transcript states them. */
  readonly tokens: RunTokens | null
  /** Null: nothing is given in this kind of run, or it did not run. */
  readonly given: Given | null
}

export interface KindResult {
  readonly kind: RunKind
  readonly judged: number
  readonly passed: number
  /** Share that passed with the ends of its 95 % interval by Wilson; null where nothing was judged. */
  readonly rate: { readonly share: number; readonly low: number; readonly high: number } | null
  /** The first pass of the tasks that are judged here and there; null: this is the first pass. */
  readonly first: { readonly judged: number; readonly passed: number } | null
  /** Tasks that passed here and not in the first pass, and the other way round. */
  readonly gained: number
  readonly lost: number
  /** Means over the runs that state them; null: none does. */
  readonly tokens: number | null
  readonly seconds: number | null
  readonly givenTokens: number | null
  /** Runs that were given nothing. */
  readonly silent: number
  readonly lines: number
  readonly stale: number
  readonly hookMs: number | null
}

const z = 1.96

/** Ends of the 95 % interval of a rate by Wilson. */
const wilson = (hits: number, n: number): { readonly low: number; readonly high: number } => {
  const middle = hits + (z * z) / 2
  const spread = z * Math.sqrt((hits * (n - hits)) / n + (z * z) / 4)
  const whole = n + z * z
  return { low: hits === 0 ? 0 : (middle - spread) / whole, high: hits === n ? 1 : (middle + spread) / whole }
}

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

const known = <T>(values: readonly (T | null)[]): readonly T[] => values.filter((value): value is T & {} => value !== null)

const allTokens = ({ input, output, cacheRead, cacheWrite }: RunTokens): number => input + output + cacheRead + cacheWrite

const passedIn = (runs: readonly Run[], kind: RunKind): ReadonlyMap<string, boolean> =>
  new Map(runs.flatMap(({ kind: own, task, passed }) => (own === kind && passed !== null ? [[task, passed] as const] : [])))

const kindResult = (runs: readonly Run[], kind: RunKind): KindResult => {
  const own = runs.filter((run) => run.kind === kind)
  const [before, here] = [passedIn(runs, 'without'), passedIn(runs, kind)]
  const judged = here.size
  const passed = [...here.values()].filter(Boolean).length
  const changed = (to: boolean): number => [...here].filter(([task, is]) => is === to && before.get(task) === !to).length
  const both = [...here.keys()].flatMap((task) => before.get(task) ?? [])
  const given = known(own.map((run) => run.given))
  return {
    kind,
    judged,
    passed,
    rate: judged === 0 ? null : { share: passed / judged, ...wilson(passed, judged) },
    first: kind === 'without' ? null : { judged: both.length, passed: both.filter(Boolean).length },
    gained: kind === 'without' ? 0 : changed(true),
    lost: kind === 'without' ? 0 : changed(false),
    tokens: mean(known(own.map(({ tokens }) => tokens)).map(allTokens)),
    seconds: mean(known(own.map(({ ms }) => ms)).map((ms) => ms / 1000)),
    givenTokens: mean(given.map(({ tokens }) => tokens)),
    silent: given.filter(({ lines }) => lines === 0).length,
    lines: given.reduce((sum, { lines }) => sum + lines, 0),
    stale: given.reduce((sum, { stale }) => sum + stale, 0),
    hookMs: mean(known(given.map(({ hookMs }) => hookMs))),
  }
}

/** A line for each kind of run, in their order. */
export const kindResults = (runs: readonly Run[]): readonly KindResult[] =>
  runKinds.filter((kind) => runs.some((run) => run.kind === kind)).map((kind) => kindResult(runs, kind))
