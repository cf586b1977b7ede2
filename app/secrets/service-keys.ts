/** The keys and tokens of services that have a distinctive form: `service-keys.tsv` as rules. */
import { extended } from './broken-token.ts'
import type { FoundAt, SecretRule } from './secret-rule.ts'
import table from './service-keys.tsv?raw'

/** One row of the table. */
export interface ServiceKey {
  readonly id: string
  readonly service: string
  /** key, token, webhook … */
  readonly kind: string
  /** In lower case; one of them begins what `pattern` matches. */
  readonly hints: readonly string[]
  /** Tried at a hint. Group `head`: what of the secret is before it; group `secret`: the secret, when it is not all of it. */
  readonly pattern: string
  /** The shape, for a reader. */
  readonly looks: string
  /** Made up: `{40}` is 40 letters and digits, `{hex:40}` 40 hex digits. */
  readonly examples: readonly string[]
  /** Who says that it looks so: the vendor, the public rules of scanners, a public report. */
  readonly source: string
}

const rowOf = (line: string): ServiceKey => {
  const [id = '', service = '', kind = '', hints = '', pattern = '', looks = '', examples = '', source = ''] = line.split('\t')
  return { id, service, kind, hints: hints.split(','), pattern, looks, examples: examples.split(' '), source }
}

export const serviceKeys: readonly ServiceKey[] = table.trimEnd().split('\n').slice(1).map(rowOf)

/** Characters of an example, counted without making it. */
const lengthOf = (example: string): number =>
  example.replaceAll(/\{(?:(uuid)|(?:\w+:)?(\d+))\}/g, (_all, uuid: string | undefined, count: string | undefined) =>
    'x'.repeat(uuid === undefined ? Number(count) : 36),
  ).length

const ruleOf = ({ service, kind, hints, pattern, examples }: ServiceKey): SecretRule => {
  const looks = new RegExp(pattern, 'y')
  const lengths = new Set(examples.map(lengthOf))
  const matchAt = (text: string, at: number): FoundAt | undefined => {
    looks.lastIndex = at
    const match = looks.exec(text)
    if (match === null) return undefined
    const { head = '', secret } = match.groups ?? {}
    const end = at + match[0].length
    return { start: secret === undefined ? at - head.length : end - secret.length, end, before: '' }
  }
  return { kind: `${service} ${kind}`, hints, by: 'shape', find: (text, at) => extended(text, at, lengths, matchAt) }
}

export const serviceRules: readonly SecretRule[] = serviceKeys.map(ruleOf)
