/** Names whose value is a secret, in the languages that people name things in. */

interface SecretName {
  /** In lower case; at each of them the pattern is tried. */
  readonly hints: readonly string[]
  readonly pattern: string
  readonly flags: string
  /** `password`: any value is one, also a short or common word; `token`: a value that is made by a machine. */
  readonly of: 'password' | 'token'
}

/** Words that make a key a secret: `api_key`, `X-Auth-Key`, `AccountKey`. */
const keysOf =
  'api access auth private secret signing signature encryption master account shared sharedaccess app license deploy service_role admin subscription webhook hmac jwt ingest write server fastly'
/** Words directly before `pass`. */
const passesOf = 'db pg ftp smtp mysql mongo user admin root sudo store key mail ldap'

const behind = (words: string, sign: string): string => `(?<=(?:${words.split(' ').join('|')})${sign})`
const isWord = String.raw`(?<![\p{L}\p{N}])`
const ends = String.raw`(?!\p{L})`

const name = (of: SecretName['of'], hints: string, pattern: string, flags = 'iu'): SecretName => ({
  of,
  hints: hints.split(' '),
  pattern,
  flags,
})

const secretNames: readonly SecretName[] = [
  name('password', 'passw', String.raw`passw(?:or[dt]e?|d)`),
  name('password', 'passphrase passcode', String.raw`pass(?:phrase|code)`),
  // Capitals count: `dbPass` is one, `bypass` is none.
  name('password', 'pass', String.raw`(?:(?<!\p{L})[Pp][Aa][Ss][Ss]|(?<=[a-z])Pass)${ends}`, 'u'),
  name('password', 'pass', `${behind(passesOf, '')}pass${ends}`),
  name('password', 'pwd pswd', String.raw`(?:pwd|pswd)${ends}`),
  name('password', 'contras', String.raw`contrase(?:ñ|n|n\u0303|nh)as?`),
  name('password', 'senha', String.raw`${isWord}senha`),
  name('password', 'mot_de mot de motdep mdp', String.raw`mot[ _-]?de[ _-]?passe|${isWord}mdp`),
  name('password', 'kennwort', 'kennwort'),
  name('password', 'wachtwoord', 'wachtwoord'),
  name('password', 'l\u00f6senord losenord adgangskode passord salasana', String.raw`l(?:ö|o)senord|adgangskode|passord|salasana`),
  name(
    'password',
    'has\u0142o haslo heslo jelsz\u00f3 parola \u015fifre sifre',
    String.raw`${isWord}(?:has(?:ł|l)o|heslo|jelszó|parola|(?:ş|s)ifre)`,
  ),
  name('password', '\u043f\u0430\u0440\u043e\u043b\u044c \u041f\u0430\u0440\u043e\u043b\u044c', 'пароль'),
  name('password', '\u5bc6\u7801 \u5bc6\u78bc \u53e3\u4ee4', '密码|密碼|口令'),
  name('password', '\u30d1\u30b9\u30ef\u30fc\u30c9 \ube44\ubc00\ubc88\ud638', 'パスワード|비밀번호'),
  name('password', 'mnemonic seed', String.raw`mnemonic|seed[ _-]?phrase`),
  name('token', 'secret', 'secret'),
  name('token', 'token', 'token'),
  name('token', 'key', `${behind(keysOf, '[ _-]?')}key${ends}`),
  name('token', 'credential', 'credentials?'),
  name('token', '_auth', `${isWord}_auth${ends}`),
  name('token', 'x-amz-sig x-goog-sig', 'x-(?:amz|goog)-signature'),
]

/** Endings within the same name: `SECRET_KEY_BASE`, `DB_PASSWORD_2`. */
const suffix = String.raw`(?:[_-]?(?:base|value|plain|plaintext|prod|production|dev|test|staging|live|\d{1,4})){0,2}`

export interface NamePattern {
  readonly hints: readonly string[]
  /** Sticky. */
  readonly looks: RegExp
  readonly of: SecretName['of']
}

export const namePatterns: readonly NamePattern[] = secretNames.map(({ hints, pattern, of, flags }) => ({
  hints,
  of,
  looks: new RegExp(`(?:${pattern})${suffix}`, `${flags}y`),
}))

const anywhere = secretNames.map(({ pattern, of, flags }) => ({
  of,
  inIt: new RegExp(pattern, flags),
  ends: new RegExp(`(?:${pattern})${suffix}$`, flags),
}))

/** Whether a text has the name of a secret in it. */
export const namesSecret = (text: string): boolean => anywhere.some(({ inIt }) => inIt.test(text))

const maxNameLength = 200
const known = new Map<string, SecretName['of'] | undefined>()
/** Maximum number of remembered field names: names repeat, but a transcript may contain any number of them. */
const maxKnown = 10_000

/** The kind of secret in a field of this name; undefined: none. */
export const secretOf = (field: string): SecretName['of'] | undefined => {
  if (known.has(field)) return known.get(field)
  const of = field.length > maxNameLength ? undefined : anywhere.find(({ ends: endsIt }) => endsIt.test(field))?.of
  if (known.size < maxKnown) known.set(field, of)
  return of
}
