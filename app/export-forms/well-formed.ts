/** Text that UTF-8 can hold: the API refuses half of a surrogate pair, as a character and as a JSON escape. */
import { isObject } from '../model/json-object.ts'
import type { Losses } from '../model/losses.ts'

const loneSurrogate = /\p{Surrogate}/u
const loneSurrogates = /\p{Surrogate}/gu

/** JSON.stringify writes a lone surrogate as this escape, and nothing else unless the text itself contains it. */
const escapedSurrogate = /\\ud[89a-f][0-9a-f]{2}/i

const wellFormedText = (text: string, losses: Losses): string => {
  if (!loneSurrogate.test(text)) return text
  losses.add('changed: halves of surrogate pairs', 'UTF-8 cannot hold them; each is U+FFFD here')
  return text.replaceAll(loneSurrogates, '\u{fffd}')
}

const wellFormedValue = (value: unknown, losses: Losses): unknown => {
  if (typeof value === 'string') return wellFormedText(value, losses)
  if (Array.isArray(value)) return value.map((each) => wellFormedValue(each, losses))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [wellFormedText(name, losses), wellFormedValue(inner, losses)] as const),
  )
}

/** The same value without lone surrogates in its texts and names, each as U+FFFD. */
export const wellFormed = <T>(value: T, losses: Losses): T =>
  escapedSurrogate.test(JSON.stringify([value])) ? (wellFormedValue(value, losses) as T) : value
