/** Judges what is written where a secret may be: the secret itself, or code, a placeholder or a word about it. */
import { namesSecret } from './secret-names.ts'

/** How a value is written, and what names it. */
export interface ValueContext {
  /** The mark around the value: `"`, `'`, a backtick; '' for none. */
  readonly quote: string
  /** The text before it, with the name: `DB_PASSWORD=`. */
  readonly before: string
  /** A password may be short, a number or a common word; a token is made by a machine. */
  readonly of: 'password' | 'token'
}

/** Characters; shorter values are not searched for. */
const shortest = 4

/** Words that programs print for a setting without its value. */
const words: ReadonlySet<string> = new Set(
  'any auto await bool boolean byte[] bytes char date default defined enabled disabled false field given hidden included includes int integer invalid missing never none null number object optional option private prompt provided public readonly redacted removed required returns self set str string text this true type undefined unknown unset uuid valid varchar void with'.split(
    ' ',
  ),
)

const isMasked = (value: string): boolean => /^(?:x+|\*+|\.+|-+|_+|•+|#+|\?+|…+)$/i.test(value) || /^[*•.]{3}/.test(value)

/** A count or a size: `12`, `1,200`, `12.5k`. Digits alone may be a password. */
const isNumber = (value: string, of: ValueContext['of']): boolean => of === 'token' && /^[\d.,]{1,12}[kKmM%]?$/.test(value)

const isWord = (value: string, { before, of }: ValueContext): boolean =>
  words.has(value) || isMasked(value) || isNumber(value, of) || before.replaceAll(/[^\p{L}\p{N}_-]/gu, '').startsWith(value)

/** Forms of values in templates and shells: `${TOKEN}`, `$(pass show x)`, `%TOKEN%`, `{{ token }}`, `<token>`, `%s`. */
const template = /^(?:[$#]?\{|\$\(|\$\[|%[A-Z_]+%$|%[sdv@(]|<|&lt;|\[[\w .-]*\]$|@[\w.]+\()/
/** A variable: `$TOKEN`, `$token`, `$1`, `$this->token`, `$env:TOKEN`. */
const variable = /^\$(?:[A-Z_][A-Z0-9_]*|[A-Za-z_]+|\d)(?:$|[^\w!@#%^&*])/
/**
 * Beginnings that only code has, without a digit in its first word: `!token`, `&token`, `*token`, `(await`, `+name`, `@token`, `:token`.
 */
const operator = /^(?:[!&*(+@:?|)\]}.]+[A-Za-z_$]*(?:$|[^\w\d]))|^[[{]/
/** `getToken(`, `values[`, `f"`: a call or a look into something. */
const call = /^[A-Za-z_$][\w$.?]*[()[\]{}`]/
/** A path of small letters: `/run/secrets/db`, `~/.ssh/key`. */
const path = /^(?:~|\.{0,2})(?:\/[a-z._-][\w.-]*){2,}\/?$|^(?:~|\.{1,2})\/|^[A-Za-z]:\\/

const roots: ReadonlySet<string> = new Set(
  'process config settings setting env environ environment options option opts secrets vault credentials request req this self args params props state ctx context user data response res result json body form input os sys app cfg conf module import client session local var each string http crypto std account auth'.split(
    ' ',
  ),
)

/** `config.apiKey`, `Settings.Password`; but `Summer.Winter` may be a password. */
const isMember = (value: string, { quote, before }: ValueContext): boolean => {
  if (!/^[A-Za-z_$][\w$]*(?:(?:\??\.|::|->)[A-Za-z_$][\w$]*)+[,;)!]*$/.test(value)) return false
  if (namesSecret(value)) return true
  const root = /^[A-Za-z_$]+/.exec(value)?.[0] ?? ''
  if (roots.has(root.toLowerCase())) return true
  return quote === '' && /^[a-z_$]/.test(value) && !/^[A-Z0-9_]+=$/.test(before)
}

/** A name that mentions a secret and is none: `userToken`, `GITHUB_TOKEN`, `your-api-key`. */
const isNameOfOne = (value: string, { of }: ValueContext): boolean =>
  /^[A-Za-z_][\w .-]*$/.test(value) && namesSecret(value) && (of === 'password' ? !/\d|[^\w .-]/.test(value) : !/\d{3}/.test(value))

/** In quotes a text is a text, but for templates. */
const isCode = (value: string, context: ValueContext): boolean => {
  if (template.test(value) || isMember(value, context)) return true
  if (variable.test(value)) return context.quote !== "'" || /^\$[A-Z_\d]/.test(value) || namesSecret(value)
  if (context.quote !== '') return /^\w+\(\)$/.test(value) || /^\([a-z ]+\)$/.test(value)
  return operator.test(value) || call.test(value)
}

/** Several words of prose; a password of several words still counts as a password. */
const isProse = (value: string, { of }: ValueContext): boolean => {
  if (!/\s/.test(value)) return false
  if (namesSecret(value) || /[.?:…]$/.test(value)) return true
  return of === 'token' && !value.split(/\s+/).some(isStrong)
}

/** Letters with digits or signs among them, as no word has. */
export const isStrong = (value: string): boolean =>
  value.length >= 6 && /[A-Za-z]/.test(value) && /\d|[^\w\s.,:;'"()/<>[\]{}=-]/.test(value)

/** Characters; longer values are neither names nor sentences. */
const maxNameLength = 200

/** Whether the value is the secret. */
export const isSecretValue = (value: string, context: ValueContext): boolean => {
  if (value.trim().length < shortest || isWord(value.toLowerCase(), { ...context, before: context.before.toLowerCase() })) return false
  if (value.length > maxNameLength) return !template.test(value)
  if (isCode(value, context) || isNameOfOne(value, context) || path.test(value)) return false
  return !isProse(value, context)
}
