/** Finds secrets by their names: `DB_PASSWORD=…`, `<password>…</password>`, `--token …`, `{"name":"TOKEN","value":…}`. */
import { isSecretValue, isStrong } from './is-secret-value.ts'
import { namePatterns, type NamePattern } from './secret-names.ts'
import type { FoundAt, SecretRule } from './secret-rule.ts'

/** Longest value that is searched for, characters. */
const most = 2000

/** A value in quotes, as languages write it; prefixes such as `b"…"` too. */
const quoted = String.raw`(?:[bruBRU@$]|rb)?(?:"(?<dq>(?:[^"\\\n]|\\.){1,${most}})"|'(?<sq>(?:[^'\\\n]|\\.){1,${most}})'|${'`'}(?<bq>[^${'`'}\n]{1,${most}})${'`'})`
/** A value without quotes: up to a blank, or a sign after which another setting or text follows. */
const bare = String.raw`["'${'`'}]?(?<bare>(?:[^\s"'${'`'}\\,;&<>|]|[,;&](?=[^\s"'{[(\\])(?![\w.-]{1,40}[=:])|\\(?![nrtu"'\\]))(?:[^\s"'${'`'}\\,;&<>]|[,;&](?=[^\s"'{[(\\])(?![\w.-]{1,40}[=:])|\\(?![nrtu"'\\])){0,${most}})`
const value = `(?:${quoted}|${bare})`
const blanks = String.raw`[ \t]{0,8}`
const closing = String.raw`["'${'`'}]{0,2}\]?`
const label = String.raw`(?:value|val|content|default|defaultValue|default_value|plaintext|secretValue)`

interface Connector {
  /** Sticky, at the end of the name. Its groups `dq`, `sq`, `bq` and `bare` are the value. */
  readonly looks: RegExp
  /** The text that must precede the name. */
  readonly after?: RegExp
  /** Whether only values that do not look like a word count. */
  readonly needsStrong?: boolean
}

const connector = (looks: string, rest: Omit<Connector, 'looks'> = {}): Connector => ({ looks: new RegExp(looks, 'dyi'), ...rest })

const connectors: readonly Connector[] = [
  // A block of YAML: the lines below it that are indented.
  connector(String.raw`${closing}:[ \t]{1,8}[|>][+-]?\d?[ \t]{0,8}\r?\n(?<bare>(?:[ \t]{1,40}\S[^\n]{0,${most}}(?:\n|$)){1,100})`),
  // name = value, name: value, "name": value, name := value, name: string = value, **name:** value
  connector(
    String.raw`(?:${closing}|[*_]{1,3})${blanks}(?:=>|:=|\?=|=(?![=~])|:(?![:=]))[*_]{0,3}${blanks}(?:(?:string|str|&str|String)${blanks}=${blanks})?${value}`,
  ),
  // <name>value</name>, <entry key="name">value</entry>
  connector(String.raw`["']?(?:\s[^<>\n]{0,200})?>(?<bare>[^<>\n]{1,${most}})</`, { after: /<[^<>\n]{0,100}$/ }),
  // name="name" value="value", {"name": "name", "value": "value"}, name: name ⏎ value: value
  connector(String.raw`["']\s{1,40}${label}=${quoted}`),
  connector(String.raw`["'${'`'}]?\s{0,40}[,\n]\s{0,40}["'${'`'}]?${label}["'${'`'}]?${blanks}[:=]${blanks}${value}`, {
    after: /(?:name|key|id|var|variable|env|parameter)["'`]?[ \t]{0,8}[:=][ \t]{0,8}["'`]?[\w./:-]{0,80}$/i,
  }),
  // ("name", "value")
  connector(String.raw`["'${'`'}]${blanks},${blanks}${quoted}`, { needsStrong: true }),
  // --name value, -name value
  connector(String.raw`[ \t]{1,8}(?!-)${value}`, { after: /(?:^|[\s"'`=([])--?[\w-]{0,40}$/ }),
  // netrc: login user password value
  connector(String.raw`\s{1,40}(?<bare>[^\s"']{1,${most}})(?=[\s"']|$)`, { after: /(?:login|user|account)\s{1,40}\S{1,100}\s{1,40}$/ }),
  // | name | value |
  connector(
    String.raw`[*_${'`'}]{0,3}:?[*_]{0,3}${blanks}\|${blanks}[*_]{0,3}(?:${'`'}(?<bq>[^${'`'}\n|]{1,200})${'`'}|(?<bare>[^\s|${'`'}][^\n|]{0,200}?))[*_]{0,3}${blanks}(?:\||\n|$)`,
    {
      after: /\|[^|\n]{0,60}$/,
      needsStrong: true,
    },
  ),
  // WITH PASSWORD 'value', password `value`, password is value, setPassword("value")
  connector(String.raw`[ \t]{1,8}(?:'(?<sq>[^'\n]{1,200})'|${'`'}(?<bq>[^${'`'}\n]{1,200})${'`'})`, { needsStrong: true }),
  connector(String.raw`[ \t]{1,8}(?:is|was|ist|lautet|es|est|é)(?:[ \t]{1,8}|:[ \t]{0,8})${value}`, { needsStrong: true }),
  connector(String.raw`\(${blanks}${quoted}${blanks}\)`, { after: /(?:set|with|\.)[\w]{0,30}$/i, needsStrong: true }),
]

/** Characters before a name that are looked at. */
const searchedBefore = 200

const marks = { dq: '"', sq: "'", bq: '`', bare: '' } as const

/** A value, how it is written, and what is before it. */
interface FoundValue {
  readonly value: string
  readonly before: string
  readonly quote: string
}

interface Value {
  readonly start: number
  readonly end: number
  readonly quote: string
}

const valueOf = (match: RegExpExecArray): Value | undefined => {
  for (const [group, quote] of Object.entries(marks)) {
    const place = match.indices?.groups?.[group]
    if (place !== undefined) return { start: place[0], end: place[1], quote }
  }
  return undefined
}

/** The beginning of the name: the `DB_` of `DB_PASSWORD`. */
const nameBefore = (text: string, at: number): string => /[\w.-]*$/.exec(text.slice(Math.max(0, at - 40), at))?.[0] ?? ''

/** The working directory is called PWD too. */
const isFolder = (name: string, value: string): boolean => /pwd$/i.test(name) && /^(?:[~./\\]|[A-Za-z]:)/.test(value)

/** `pass` alone also says how a test ended, or how often something is gone through. */
const isResult = (name: string, { before, quote, value }: FoundValue): boolean => {
  if (!/^pass$/i.test(name) || /[a-z._]pass["'\]]{0,4}[ \t]{0,8}[:=]|_PASS/i.test(before.replace(/^.*-/, ''))) return false
  return !/^pass["'\]]{0,4}[ \t]{0,8}(?:=>|[:=])/.test(before) || quote === '`' || !isStrong(value)
}

/** Whether the text after a name describes the name, as in documents. */
const isDescribed = ({ before, value }: FoundValue, of: NamePattern['of']): boolean =>
  of === 'token' && (/^https?:\/\//.test(value) || (before.includes('*') && !isStrong(value)))

/** As people write the value of a setting in prose, without the sign that ends the sentence. */
const withoutStop = (text: string, { start, end, quote }: Value): Value =>
  quote === '' && /[.,;:!?)]$/.test(text.slice(start, end)) && /^\s|^$/.test(text.slice(end, end + 1)) && end - start > 6
    ? { start, end: end - (/\w[.,;:)]$/.test(text.slice(start, end)) ? 1 : 0), quote }
    : { start, end, quote }

const isOf = (name: string, value: FoundValue, of: NamePattern['of']): boolean => {
  if (isFolder(name, value.value) || isResult(name, value) || isDescribed(value, of)) return false
  return isSecretValue(value.value, { quote: value.quote, before: value.before, of })
}

const connected = (
  text: string,
  at: number,
  nameEnd: number,
  { of }: NamePattern,
  { looks, after, needsStrong }: Connector,
): FoundAt | undefined => {
  looks.lastIndex = nameEnd
  const match = looks.exec(text)
  if (match === null || (after !== undefined && !after.test(text.slice(Math.max(0, at - searchedBefore), at)))) return undefined
  const raw = valueOf(match)
  if (raw === undefined) return undefined
  const { start, end, quote } = withoutStop(text, raw)
  const value: FoundValue = { value: text.slice(start, end), before: nameBefore(text, at) + text.slice(at, start), quote }
  if (needsStrong === true && !isStrong(value.value)) return undefined
  return isOf(text.slice(at, nameEnd), value, of) ? { start, end, before: value.before } : undefined
}

const findAt = (text: string, at: number, pattern: NamePattern): FoundAt | undefined => {
  pattern.looks.lastIndex = at
  if (!pattern.looks.test(text)) return undefined
  const nameEnd = pattern.looks.lastIndex
  for (const one of connectors) {
    const found = connected(text, at, nameEnd, pattern, one)
    if (found !== undefined) return found
  }
  return undefined
}

export const namedRules: readonly SecretRule[] = namePatterns.map((pattern) => ({
  kind: 'value of a setting',
  hints: pattern.hints,
  by: 'place',
  find: (text, at) => findAt(text, at, pattern),
}))
