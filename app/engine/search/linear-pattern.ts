/** Runs the regular expressions of people: with every expression, the time of RE2 grows with the text alone. */
import { RE2JS } from 're2js'
import { composedForm } from '../../model/composed-form.ts'
import type { SearchPattern, SearchQuery } from '../../model/search/search-query.ts'
import type { TextRange } from '../../model/search/term-matches.ts'

export interface LinearPattern {
  /** At most `most` places within lines, in order. */
  readonly ranges: (text: string, most: number) => readonly TextRange[]
}

/** Blanks of JavaScript: RE2 takes those of ASCII alone. */
const blanks = String.raw`\s\x0b\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`

/** Syntax that RE2 does not support, by its first characters. */
const missing = [
  [/^\(\?<[=!]/, 'look-behind is not available'],
  [/^\(\?[=!]/, 'look-ahead is not available'],
  [/^\\(?:[1-9]|k<)/, 'back-references are not available'],
] as const

const partsOf = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|k<|.)|\(\?<?[=!]|\[\^?|\]|[^\\[\]()]+|./gsu

/** `\p{Script=Greek}` is `\p{Greek}` there. */
const classNames = /^(\\[pP]\{)(?:Script|sc|Script_Extensions|scx|General_Category|gc)=/

const fromPart = (part: string, isInClass: boolean): string => {
  if (part === String.raw`\s`) return isInClass ? blanks : `[${blanks}]`
  // Within a class RE2 has no class of everything else.
  if (part === String.raw`\S` && !isInClass) return `[^${blanks}]`
  return part.replace(classNames, '$1')
}

/** @throws Error which says what RE2 does not have */
const asRe2 = (source: string): string => {
  let isInClass = false
  const parts = (source.match(partsOf) ?? []).map((part) => {
    const lack = isInClass ? undefined : missing.find(([begins]) => begins.test(part))
    if (lack !== undefined) throw new Error(lack[1])
    if (part.startsWith('[') && !isInClass) isInClass = true
    else if (part === ']') isInClass = false
    return fromPart(part, isInClass)
  })
  return RE2JS.translateRegExp(parts.join(''))
}

/** Empty matches in a line, times its length: each one may read the line to its end. */
const maxRead = 20_000_000
const minEmpty = 64

const addRanges = (pattern: RE2JS, line: string, at: number, most: number, found: TextRange[]): void => {
  if (!pattern.test(line)) return
  let empty = Math.max(minEmpty, maxRead / (line.length + 1))
  const matcher = pattern.matcher(line)
  while (found.length < most && empty > 0 && matcher.find()) {
    if (matcher.end() > matcher.start()) found.push([at + matcher.start(), at + matcher.end()])
    else empty -= 1
  }
}

/** Characters that may be one in the composed form: a letter with its marks, or the parts of a Hangul syllable. */
const clusters =
  /[\u1100-\u115f\ua960-\ua97c]+[\u1160-\u11a7\ud7b0-\ud7c6]*[\u11a8-\u11ff\ud7cb-\ud7fb]*\p{M}*|[\uac00-\ud7a3][\u11a8-\u11ff]*\p{M}*|[^]\p{M}*/gu

/** Ranges of a composed text as ranges of the text that it was composed from. */
const rangesBefore = (text: string, composed: readonly TextRange[]): readonly TextRange[] => {
  const [starts, ends]: readonly [number[], number[]] = [[], []]
  let [from, to] = [0, 0]
  for (const [cluster] of text.matchAll(clusters)) {
    const { length } = composedForm(cluster)
    for (let at = 0; at < length; at += 1) {
      starts[to + at] = from
      ends[to + at] = from + cluster.length
    }
    from += cluster.length
    to += length
  }
  return composed.map(([start, end]) => [starts[start] ?? 0, ends[end - 1] ?? text.length])
}

/** @throws Error which says why it is none */
const linearPattern = ({ source, ignoresCase }: SearchPattern): LinearPattern => {
  const own = asRe2(composedForm(source))
  const flags = ignoresCase ? RE2JS.CASE_INSENSITIVE : 0
  const ofLine = RE2JS.compile(own, flags)
  // What matches in a line does so in the text, in which lines begin and end.
  const ofText = RE2JS.compile(own, flags | RE2JS.MULTILINE)
  const rangesIn = (text: string, most: number): readonly TextRange[] => {
    const found: TextRange[] = []
    if (!ofText.test(text)) return found
    let at = 0
    for (const line of text.split('\n')) {
      if (found.length >= most) break
      addRanges(ofLine, line, at, most, found)
      at += line.length + 1
    }
    return found
  }
  return {
    ranges: (text, most) => {
      const composed = composedForm(text)
      // Offsets are looked up only in the few texts that match.
      if (composed === text) return rangesIn(text, most)
      const found = rangesIn(composed, most)
      return found.length === 0 ? rangesIn(text, most) : rangesBefore(text, found)
    },
  }
}

/** A search whose regular expressions can be run. */
export interface RunnableQuery {
  /** Without those that cannot, for which it has hints. */
  readonly query: SearchQuery
  readonly patterns: readonly LinearPattern[]
}

const reasonOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message.replace(/^error parsing regexp: /, '').replace(/: `.*`$/s, '') : ''

export const runnable = (query: SearchQuery): RunnableQuery => {
  const patterns: LinearPattern[] = []
  const kept: SearchPattern[] = []
  const hints: string[] = []
  for (const pattern of query.patterns) {
    try {
      patterns.push(linearPattern(pattern))
      kept.push(pattern)
    } catch (thrown) {
      hints.push(`/${pattern.source}/ is ignored: ${reasonOf(thrown)}.`)
    }
  }
  return { query: { ...query, patterns: kept, hints: [...query.hints, ...hints] }, patterns }
}
