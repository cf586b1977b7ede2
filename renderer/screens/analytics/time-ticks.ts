/** Where an axis of lengths of time has its marks: at lengths that people count in, which are not the round numbers of milliseconds. */
import type { MetricUnit } from '../../../app/model/metric.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const of = (unit: number, ...counts: readonly number[]): readonly number[] => counts.map((count) => count * unit)

const steps = [
  ...of(1, 1, 2, 5, 10, 20, 50, 100, 200, 500),
  ...of(second, 1, 2, 5, 10, 15, 30),
  ...of(minute, 1, 2, 5, 10, 15, 30),
  ...of(hour, 1, 2, 3, 6, 12),
  ...of(day, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000),
]
const maxMarks = 5

/** @param most the longest that is shown, milliseconds */
export const timeTicks = (most: number): readonly number[] => {
  const step = steps.find((each) => most <= each * maxMarks) ?? Math.ceil(most / maxMarks / day) * day
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, at) => at * step)
}

/** Ticks and domain of an axis of that unit; empty where the chart computes them. */
export const marksOf = (unit: MetricUnit, values: readonly (number | null)[]): { ticks?: number[]; domain?: [number, number] } => {
  if (unit !== 'ms') return {}
  const ticks = [...timeTicks(values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0))]
  return { ticks, domain: [0, ticks.at(-1) ?? 0] }
}
