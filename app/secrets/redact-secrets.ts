/** Replaces what looks like a secret in a text, before the text leaves the machine. */
import { findInField } from './find-in-field.ts'
import { findSecretsIn, findShapesIn, type SecretSpan } from './find-secrets.ts'
import { replaceEscaped } from './read-escapes.ts'

/** Takes the place of a secret. */
export const redacted = '[redacted]'

export interface Secret {
  /** What it was recognised as, for a reader. */
  readonly kind: string
  readonly text: string
  /** The text that names it: `DB_PASSWORD=`; '' when the secret is known by its own shape. */
  readonly before: string
}

/** What is written in the place of a secret. */
type Replace = (secret: Secret) => string

const replaceSpans = (text: string, spans: readonly SecretSpan[], replace: Replace): string => {
  let clean = ''
  let from = 0
  for (const { kind, start, end, text: said, before } of spans) {
    const put = replace({ kind, text: said, before: before.trimStart() })
    clean += text.slice(from, start) + (put === said ? text.slice(start, end) : put)
    from = end
  }
  return clean + text.slice(from)
}

const replaceKnown = (text: string, known: readonly string[], replace: Replace): string =>
  known
    .filter((one) => one !== '')
    .reduce((said, one) => said.replaceAll(one, () => replace({ kind: 'secret that is known', text: one, before: '' })), text)

/** Replaces private words alone; see `secrets/private-words.ts`. */
export const replaceWords = (text: string, replace: Replace, words: RegExp | undefined): string => {
  if (words === undefined) return text
  const replaceWord = (found: string): string => replace({ kind: 'private word', text: found, before: '' })
  // Also as it is written: what looks like an escape may be none.
  return [(part: string) => replaceEscaped(part, words, replaceWord), (part: string) => part.replace(words, replaceWord)].reduce(
    (said, clean) => said.split(redacted).map(clean).join(redacted),
    text,
  )
}

/** Secrets that are replaced in every form. */
export interface KnownSecrets {
  readonly texts?: readonly string[]
  /** See `secrets/private-words.ts`. */
  readonly words?: RegExp | undefined
}

const replaceFound = (
  text: string,
  find: (text: string) => readonly SecretSpan[],
  replace: Replace,
  { texts = [], words }: KnownSecrets,
): string => {
  const rest = replaceKnown(text, texts, replace)
  // Words last: what looks like a secret is one as a whole, also where a word is part of it.
  return replaceWords(replaceSpans(rest, find(rest), replace), replace, words)
}

/** @param replace gives what is written in the place of each secret; its own text leaves it there. */
export const replaceSecrets = (text: string, replace: Replace, known: KnownSecrets = {}): string =>
  replaceFound(text, findSecretsIn, replace, known)

/** The same for the value of a field, whose name may make a secret of it. */
export const replaceInField = (name: string, value: string, replace: Replace, known: KnownSecrets = {}): string =>
  replaceFound(value, (text) => findInField(name, text), replace, known)

/** Replaces keys and tokens that have a shape of their own. */
export const replaceShapes = (text: string, replace: Replace, known: KnownSecrets = {}): string =>
  replaceFound(text, findShapesIn, replace, known)

export const redactSecrets = (text: string, known: KnownSecrets = {}): string => replaceSecrets(text, () => redacted, known)
