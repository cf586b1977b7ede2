/** Where axes have their marks: at round numbers, at lengths of time that people count in, and on days on which weeks, months and years begin. */
import { utcDay, utcTicks } from 'd3-time'
import type { MetricUnit } from '../../../app/model/metric.ts'
import { isWhole } from '../../ui/format/cell-words.ts'

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

const timeStep = (most: number): number => steps.find((each) => most <= each * maxMarks) ?? Math.ceil(most / maxMarks / day) * day

/** Smaller values are drawn as 0. */
const leastStep = 1e-9

/** 1, 2 or 5 times a power of ten. */
const roundStep = (most: number, isWholeUnit: boolean): number => {
  const least = most / maxMarks
  if (least < leastStep || (isWholeUnit && least <= 1)) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  return power * ([1, 2, 5].find((each) => least <= each * power) ?? 10)
}

/** Ticks and domain of an axis of that unit, from 0 on. */
export const marksOf = (unit: MetricUnit, values: readonly (number | null)[]): { ticks: number[]; domain: [number, number] } => {
  const most = values.reduce<number>((largest, value) => Math.max(largest, value ?? 0), 0)
  const step = unit === 'ms' ? timeStep(most) : roundStep(most, isWhole(unit))
  const ticks = Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, at) => at * step)
  return { ticks, domain: [0, ticks.at(-1) ?? 0] }
}

/** Powers of ten, for counts of 1 and more. The axis begins before 1, so that a count of 1 has a length. */
export const logMarksOf = (values: readonly (number | null)[]): { ticks: number[]; domain: [number, number] } => {
  const most = values.reduce<number>((largest, value) => Math.max(largest, value ?? 0), 1)
  const ticks = Array.from({ length: Math.max(1, Math.ceil(Math.log10(most))) + 1 }, (_, at) => 10 ** at)
  return { ticks, domain: [0.5, ticks.at(-1) ?? 1] }
}

const maxDayMarks = 7

/** Days of a chart that are named. @param points one a day, in order */
export const dayTicks = (points: readonly { readonly label: string }[]): string[] => {
  const labels = points.map(({ label }) => label)
  const [first, last] = [labels[0], labels.at(-1)]
  if (first === undefined || last === undefined) return []
  const known = new Set(labels)
  const from = new Date(first)
  const ticks = utcTicks(from, utcDay.offset(new Date(last), 1), maxDayMarks).map((at) => at.toISOString().slice(0, 10))
  const days = [...new Set(ticks)].filter((day) => known.has(day))
  return days.length < 2 ? labels : days
}
