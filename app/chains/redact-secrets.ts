/** Finds in a text what looks like a secret, before the text leaves the machine: keys, tokens, passwords, private keys. */

import { replaceEscaped } from './read-escapes.ts'

/** Stands where a secret stood. */
export const redacted = '[redacted]'

/** What a secret was taken for, as a person reads it. */
type SecretKind =
  | 'secret that is known'
  | 'word of your own'
  | 'private key'
  | 'API key'
  | 'Stripe key'
  | 'GitHub token'
  | 'GitLab token'
  | 'npm token'
  | 'Slack token'
  | 'Hugging Face token'
  | 'AWS key'
  | 'Google key'
  | 'JSON web token'
  | 'authorization header'
  | 'password in a URL'
  | 'value of a setting'
  | 'value of an option'
  | 'long random text'

export interface Secret {
  readonly kind: SecretKind
  readonly text: string
  /** What names it: `DB_PASSWORD=`; '' when the secret is known by its own shape. */
  readonly before: string
}

interface Shape {
  readonly kind: SecretKind
  /** Its group `secret` is the secret; without one all of it is. */
  readonly looks: RegExp
  /** A quick look whether the text is worth the search. */
  readonly worth?: RegExp
}

const shape = (kind: SecretKind, looks: RegExp, worth?: RegExp): Shape => ({ kind, looks, ...(worth === undefined ? {} : { worth }) })

/** Names of settings whose value is a secret end so; `tokens` and `tokenUsage` count something. */
const secretName = String.raw`(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|access[_-]?key|auth[_-]?key|private[_-]?key|secret[_-]?key|credentials?)(?:[_-]?(?:base|value|prod|dev|test|staging|live|\d{1,4})){0,2}`
/** Between a name and its value, also within JSON and within JSON in JSON. */
const gives = String.raw`["'\\]{0,4}\s{0,4}(?:=>|[:=])\s{0,4}["'\\]{0,4}`
/** What a name has in it whose value may be a secret. */
export const namesSecrets = /passw|passphrase|secret|token|key|credential/i

const shapes: readonly Shape[] = [
  shape('private key', /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|$)/g),
  // Of Anthropic, OpenAI and others.
  shape('API key', /\bsk-[\w-]{16,}/g),
  shape('Stripe key', /\b[spr]k_(?:live|test)_\w{10,}/g),
  shape('GitHub token', /\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}/g),
  shape('GitLab token', /\bgl(?:pat|ptt|dt|rt)-[\w-]{16,}/g),
  shape('npm token', /\bnpm_\w{30,}/g),
  shape('Slack token', /\bxox[a-z]-[\w-]{10,}|\bxapp-[\w-]{10,}/g),
  shape('Hugging Face token', /\bhf_\w{30,}/g),
  shape('AWS key', /\b(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}\b/g),
  shape('Google key', /\bAIza[\w-]{35}|\bya29\.[\w-]{20,}/g),
  shape('JSON web token', /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g),
  // A word that follows is none: a credential has a digit, letters of both cases, or the end of base64.
  shape('authorization header', /\b(?:[Bb]earer|[Bb]asic|BEARER|BASIC)\s{1,4}(?=[\w.~+/-]*(?:\d|[a-z][A-Z]|=))(?<secret>[\w.~+/=-]{8,})/g),
  shape('password in a URL', /\b[a-z][a-z0-9+.-]{1,20}:\/\/(?<secret>[^\s/@"'<>]{1,200}:[^\s/@"'<>]{1,200})@/gi, /:\/\//),
  shape('value of a setting', new RegExp(`${secretName}${gives}(?!\\[redacted\\])(?<secret>[^\\s"'\\\\,;&<>]{4,})`, 'gi'), namesSecrets),
  shape('value of an option', /\s--?(?:password|passwd|token|secret|api-key)[ =](?!\[redacted\])(?<secret>[^\s"'\\]{4,})/gi, namesSecrets),
]

/** Long runs of letters of both cases and digits, as only a machine writes them. */
const run = /[A-Za-z0-9+/_=-]{40,}/g
const isMachineMade = (text: string): boolean =>
  text.split(/[/_=-]/).some((part) => part.length >= 20 && /[a-z]/.test(part) && /[A-Z]/.test(part) && /\d/.test(part))
/** Checksums, as lists of packages have them. */
const checksum = /^sha(?:1|256|384|512)-/

/** A variable, a template, an expression: `$TOKEN`, `{{.Env.TOKEN}}`, `getToken(`, `config.apiKey`. */
const isCode = (value: string): boolean =>
  /^[$%{<([&*!]/.test(value) || /^[A-Za-z_$][\w$.?]*[()[\]{}`]/.test(value) || /^[A-Za-z_$]+(?:\??\.[A-Za-z_$]+)+$/.test(value)

/** What programs say of a setting without telling it. */
const words: ReadonlySet<string> = new Set(
  'any auto await bool boolean bytes date default defined false given hidden included includes invalid missing never none null number object optional private public readonly redacted required returns self string text this true undefined unknown unset uuid varchar void with'.split(
    ' ',
  ),
)

const isWord = (value: string, before: string): boolean =>
  words.has(value) || before.startsWith(value) || /^(?:x+|\*+|\.+|-+)$/.test(value) || (/^\d{1,7}$/.test(value) && !before.includes('pass'))

/** What stands behind a name: the secret itself, or only something that is said of it. Short numbers are counts, but of passwords. */
const isValue = (value: string, before: string): boolean => !isCode(value) && !isWord(value.toLowerCase(), before.toLowerCase())

const namedKinds: readonly SecretKind[] = ['value of a setting', 'value of an option']

/** What stands in the place of a secret. */
type Replace = (secret: Secret) => string

/** The beginning of a name that ends in the middle of a text: the `DB_` of `DB_PASSWORD`. */
const nameBefore = (text: string, end: number): string => /[\w.-]*$/.exec(text.slice(Math.max(0, end - 40), end))?.[0] ?? ''

const replaceShape = (text: string, { kind, looks, worth }: Shape, replace: Replace): string => {
  if (worth !== undefined && !worth.test(text)) return text
  return text.replace(looks, (match: string, ...rest: unknown[]) => {
    const groups = rest.at(-1)
    if (typeof groups !== 'object' || groups === null) return replace({ kind, text: match, before: '' })
    const { secret } = groups as { readonly secret: string }
    const at = match.lastIndexOf(secret)
    const named = nameBefore(text, Number(rest.at(-3))) + match.slice(0, at)
    if (namedKinds.includes(kind) && !isValue(secret, named)) return match
    return match.slice(0, at) + replace({ kind, text: secret, before: named.trimStart() }) + match.slice(at + secret.length)
  })
}

const replaceRuns = (text: string, replace: Replace): string =>
  text.replace(run, (found) =>
    checksum.test(found) || !isMachineMade(found) ? found : replace({ kind: 'long random text', text: found, before: '' }),
  )

const replaceKnown = (text: string, known: readonly string[], replace: Replace): string =>
  known
    .filter((one) => one !== '')
    .reduce((said, one) => said.replaceAll(one, () => replace({ kind: 'secret that is known', text: one, before: '' })), text)

/** Replaces a person's own secrets alone; see `private-words.ts`. */
export const replaceWords = (text: string, replace: Replace, words: RegExp | undefined): string => {
  if (words === undefined) return text
  const replaceFound = (found: string): string => replace({ kind: 'word of your own', text: found, before: '' })
  // Also as it is written: what looks like an escape may be none.
  return [(part: string) => replaceEscaped(part, words, replaceFound), (part: string) => part.replace(words, replaceFound)].reduce(
    (said, clean) => said.split(redacted).map(clean).join(redacted),
    text,
  )
}

/** Secrets that are to go whatever they look like. */
export interface KnownSecrets {
  readonly texts?: readonly string[]
  /** See `private-words.ts`. */
  readonly words?: RegExp | undefined
}

/** @param replace what stands in the place of each secret; its own text leaves it there. */
export const replaceSecrets = (text: string, replace: Replace, { texts = [], words }: KnownSecrets = {}): string => {
  // Words last: what looks like a secret is one as a whole, also where a word stands in it.
  const rest = shapes.reduce((said, each) => replaceShape(said, each, replace), replaceKnown(text, texts, replace))
  return replaceWords(replaceRuns(rest, replace), replace, words)
}

export const redactSecrets = (text: string, known: KnownSecrets = {}): string => replaceSecrets(text, () => redacted, known)

/** What is looked for by its shape or name, as a person reads it. */
export const secretKinds: readonly string[] = [...shapes.map(({ kind }) => kind), 'long random text' satisfies SecretKind]
