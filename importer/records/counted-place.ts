/** An object of a record that contains counts: reads each, and reports those that are none. */
import { exactCount, maxCount, type ExactCount } from '../../app/model/exact-count.ts'
import type { Problem } from '../../app/model/problem.ts'
import type { RawLine } from '../read-lines.ts'
import { numberText } from './exact-numbers.ts'
import { problemAt } from './problem-at.ts'
import { isObject, type JsonObject } from '../../app/model/json-object.ts'

/** An integer of JSON that is too large for a JavaScript number; undefined when it is none, or larger than the tables can contain. */
const largeInteger = (text: string | undefined): ExactCount | undefined => {
  if (text === undefined || !/^\d+(?:\.0+)?$/.test(text)) return undefined
  const value = BigInt(text.replace(/\.0+$/, ''))
  return value > maxCount ? undefined : exactCount(value)
}

/** The kind of a value that is not a count, without its content. */
const kindOf = (value: unknown): string => {
  if (typeof value !== 'number') return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`
  if (value < 0) return 'a negative number'
  return Number.isInteger(value) || value === Infinity ? 'too large a number' : 'a fraction'
}

/** An object with counts, and where it is in the record. */
export class CountedPlace {
  readonly object: JsonObject
  private readonly raw: RawLine
  private readonly path: readonly string[]
  private readonly problems: Problem[]

  constructor(raw: RawLine, path: readonly string[], object: JsonObject, problems: Problem[]) {
    this.raw = raw
    this.path = path
    this.object = object
    this.problems = problems
  }

  /** True when the record states something for the field. */
  says(field: string): boolean {
    const value = this.object[field]
    return value !== undefined && value !== null
  }

  /** 0 when the record states nothing, as where no cache was used; undefined: what it states is no count. */
  whole(field: string): ExactCount | undefined {
    return this.says(field) ? this.part(field) : 0
  }

  /** Undefined when the record states nothing, or what it states is no count. */
  part(field: string): ExactCount | undefined {
    const value = this.object[field]
    if (value === undefined || value === null) return undefined
    const counted = this.counted(field, value)
    if (counted === undefined) this.report(field, value)
    return counted
  }

  /** A part that is an object with counts; undefined where there is none. */
  inner(field: string): CountedPlace | undefined {
    const value = this.object[field]
    return isObject(value) ? new CountedPlace(this.raw, [...this.path, field], value, this.problems) : undefined
  }

  /** The objects of a list. */
  items(field: string): readonly CountedPlace[] {
    const list = this.object[field]
    if (!Array.isArray(list)) return []
    return (list as readonly unknown[]).map(
      (item, at) => new CountedPlace(this.raw, [...this.path, field, String(at)], isObject(item) ? item : {}, this.problems),
    )
  }

  private counted(field: string, value: unknown): ExactCount | undefined {
    if (typeof value !== 'number' || !(value >= 0)) return undefined
    if (Number.isSafeInteger(value)) return value
    // A fraction or an infinity is no count; of a larger integer JSON.parse has lost digits.
    return Number.isInteger(value) ? largeInteger(numberText(this.raw, [...this.path, field])) : undefined
  }

  private report(field: string, value: unknown): void {
    const name = [...this.path.slice(this.path.lastIndexOf('usage')), field].join('.')
    const why = `${name} is ${kindOf(value)}, not an integer from 0 to 2^63 − 1`
    this.problems.push(problemAt(this.raw, 'unsafe-number', `${why}: this count is not available`))
  }
}
