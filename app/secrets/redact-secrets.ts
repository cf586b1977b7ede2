/** Replaces what looks like a secret in a text, before the text leaves the machine. */
import { findSecretsIn, findShapesIn, type SecretSpan } from './find-secrets.ts'
import { replaceEscaped } from './read-escapes.ts'
import { isSecretValue } from './is-secret-value.ts'
import { secretOf } from './secret-names.ts'

/** Replaces a secret. */
export const redacted = '[redacted]'

export interface Secret {
  /** The kind of secret, for a reader. */
  readonly kind: string
  readonly text: string
  /** The text that names it: `DB_PASSWORD=`; '' when the secret is known by its own shape. */
  readonly before: string
}

/** The replacement for a secret. */
type Replace = (secret: Secret) => string

/** Marks for the further lines of a secret. */
const furtherLines = (secret: string): string => `\n${redacted}`.repeat(secret.split('\n').length - 1)

const replaceSpans = (text: string, spans: readonly SecretSpan[], replace: Replace, keepsLines: boolean): string => {
  let clean = ''
  let from = 0
  for (const { kind, start, end, text: found, before } of spans) {
    const put = replace({ kind, text: found, before: before.trimStart() })
    const written = text.slice(start, end)
    clean += text.slice(from, start) + (put === found ? written : put + (keepsLines ? furtherLines(written) : ''))
    from = end
  }
  return clean + text.slice(from)
}

const replaceKnown = (text: string, known: readonly string[], replace: Replace): string =>
  known
    .filter((one) => one !== '')
    .reduce((result, one) => result.replaceAll(one, () => replace({ kind: 'secret that is known', text: one, before: '' })), text)

/** Replaces private words alone; see `secrets/private-words.ts`. */
export const replaceWords = (text: string, replace: Replace, words: RegExp | undefined): string => {
  if (words === undefined) return text
  const replaceWord = (found: string): string => replace({ kind: 'private word', text: found, before: '' })
  // Also as it is written: what looks like an escape may be none.
  return [(part: string) => replaceEscaped(part, words, replaceWord), (part: string) => part.replace(words, replaceWord)].reduce(
    (result, clean) => result.split(redacted).map(clean).join(redacted),
    text,
  )
}

/** Secrets that are replaced in every form. */
export interface KnownSecrets {
  readonly texts?: readonly string[]
  /** See `secrets/private-words.ts`. */
  readonly words?: RegExp | undefined
  /** Whether each line of a secret remains a line, so that the others keep their numbers. */
  readonly keepsLines?: boolean
}

const replaceFound = (
  text: string,
  find: (text: string) => readonly SecretSpan[],
  replace: Replace,
  { texts = [], words, keepsLines = false }: KnownSecrets,
): string => {
  const rest = replaceKnown(text, texts, replace)
  // Words last: what looks like a secret is one as a whole, also where a word is part of it.
  return replaceWords(replaceSpans(rest, find(rest), replace, keepsLines), replace, words)
}

/** @param replace gives what is written in the place of each secret; its own text leaves it there. */
export const replaceSecrets = (text: string, replace: Replace, known: KnownSecrets = {}): string =>
  replaceFound(text, findSecretsIn, replace, known)

/** The same for the value of a field, whose name may make a secret of it. */
export const replaceInField = (name: string, value: string, replace: Replace, known: KnownSecrets = {}): string =>
  replaceFound(value, (text) => findInField(name, text), replace, known)

/** Replaces keys and tokens that have a distinctive form. */
export const replaceShapes = (text: string, replace: Replace, known: KnownSecrets = {}): string =>
  replaceFound(text, findShapesIn, replace, known)

export const redactSecrets = (text: string, known: KnownSecrets = {}): string => replaceSecrets(text, () => redacted, known)

/** Fields that hold a header, or a login in base64. */
const header = /^(?:(?:proxy-)?authorization|(?:set-)?cookie|auth)$/i

/** As if the field was written in a text. */
const inHeader = (name: string, value: string): readonly SecretSpan[] => {
  const before = `"${name}": "`
  const found = findSecretsIn(`${before}${value}"`).filter(({ start }) => start >= before.length)
  return found.map((span) => ({ ...span, start: span.start - before.length, end: Math.min(span.end - before.length, value.length) }))
}

const isMostly = (spans: readonly SecretSpan[], value: string): boolean =>
  spans.some(({ by, start, end }) => by === 'shape' && end - start >= value.length * 0.6)

/** In order, and apart. @param name of the field: `DB_PASSWORD`, `Authorization` */
const findInField = (name: string, value: string): readonly SecretSpan[] => {
  if (header.test(name)) return inHeader(name, value)
  const spans = findSecretsIn(value)
  const of = secretOf(name)
  if (of === undefined || isMostly(spans, value)) return spans
  const before = `${name}=`
  if (!isSecretValue(value, { quote: '"', before, of })) return spans
  return [{ kind: 'value of a setting', start: 0, end: value.length, text: value, before, by: 'place' }]
}
