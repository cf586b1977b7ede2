/** Takes out of a text what looks like a secret, before the text leaves the machine: keys, tokens, passwords, private keys. */

/** Stands where a secret stood. */
export const redacted = '[redacted]'

interface Secret {
  readonly looks: RegExp
  /** What is left in its place. */
  readonly left: string
}

const whole = (looks: RegExp): Secret => ({ looks, left: redacted })

/** Names of settings whose value is a secret; `tokens` counts something. */
const secretName = String.raw`[\w.-]{0,40}(?:passw(?:or)?d|passphrase|secret|token(?!s)|api[_-]?key|access[_-]?key|auth[_-]?key|private[_-]?key|credentials?)[\w.-]{0,40}`
/** Between a name and its value, also within JSON and within JSON in JSON. */
const gives = String.raw`["'\\]{0,4}\s{0,4}(?:=>|[:=])\s{0,4}["'\\]{0,4}`

const secrets: readonly Secret[] = [
  whole(/-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|$)/g),
  // Of Anthropic, OpenAI and others; of Stripe; of GitHub, GitLab, npm, Slack, Hugging Face, AWS, Google; a JSON web token.
  whole(/\bsk-[\w-]{16,}/g),
  whole(/\b[spr]k_(?:live|test)_\w{10,}/g),
  whole(/\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}/g),
  whole(/\bgl(?:pat|ptt|dt|rt)-[\w-]{16,}/g),
  whole(/\bnpm_\w{30,}/g),
  whole(/\bxox[a-z]-[\w-]{10,}|\bxapp-[\w-]{10,}/g),
  whole(/\bhf_\w{30,}/g),
  whole(/\b(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}\b/g),
  whole(/\bAIza[\w-]{35}/g),
  whole(/\bya29\.[\w-]{20,}/g),
  whole(/\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g),
  { looks: /\b((?:Bearer|Basic)\s{1,4})[\w.~+/=-]{8,}/gi, left: `$1${redacted}` },
  // Name and password before the host of an address.
  { looks: /(\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@"'<>]{1,200}:[^\s/@"'<>]{1,200}@/gi, left: `$1${redacted}@` },
  { looks: new RegExp(`(${secretName}${gives})(?!\\[redacted\\])[^\\s"'\\\\,;&<>]{4,}`, 'gi'), left: `$1${redacted}` },
  { looks: /(\s--?(?:password|passwd|token|secret|api-key)[ =])(?!\[redacted\])[^\s"'\\]{4,}/gi, left: `$1${redacted}` },
]

/** Long runs of letters of both cases and digits, as only a machine writes them. */
const run = /[A-Za-z0-9+/_=-]{40,}/g
const isMachineMade = (text: string): boolean =>
  text.split(/[/_-]/).some((part) => part.length >= 20 && /[a-z]/.test(part) && /[A-Z]/.test(part) && /\d/.test(part))

/** @param known secrets that are to go whatever they look like. */
export const redactSecrets = (text: string, known: readonly string[] = []): string => {
  const without = known.filter((one) => one !== '').reduce((said, one) => said.replaceAll(one, redacted), text)
  const clean = secrets.reduce((said, { looks, left }) => said.replace(looks, left), without)
  return clean.replaceAll(run, (found) => (isMachineMade(found) ? redacted : found))
}
