/** Takes secrets out of what is exported, and remembers what it took and where. */
import { createHash } from 'node:crypto'
import { namesSecrets, redacted, replaceSecrets, type Secret } from '../chains/redact-secrets.ts'
import { cutDeep } from './cut-deep.ts'
import { isObject } from './json-object.ts'
import type { JsonObject } from './json-object.ts'

/** One secret, however often it is said. */
export interface RedactedSecret {
  /** Of its text; it says nothing of it. */
  readonly id: string
  readonly kind: Secret['kind']
  /** Its name and its first letters, the rest hidden. */
  readonly shown: string
  readonly count: number
  /** Commits that say it, in order. */
  readonly commits: readonly string[]
  /** False: somebody wants it to stay. */
  readonly isTaken: boolean
}

interface Tally {
  readonly kind: Secret['kind']
  readonly shown: string
  count: number
  readonly commits: Set<string>
}

const idOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** As much as a person needs to know it again, never more than a quarter. */
const hidden = (text: string): string => text.slice(0, Math.min(4, Math.floor(text.length / 4))) + '•'.repeat(8)

const shownOf = ({ kind, before, text }: Secret): string =>
  kind === 'private key' ? `${text.slice(0, text.indexOf('KEY') + 3)}…` : before + hidden(text)

/** What the API signed or sealed, and the bytes of pictures: no person wrote it, and nothing of it may change. */
const sealed: ReadonlySet<string> = new Set(['signature', 'encrypted_content', 'encrypted_index', 'encrypted_stdout', 'base64'])
const holdsBytes = (value: JsonObject): boolean => value['type'] === 'base64' || value['type'] === 'redacted_thinking'

/** Longer texts of these letters alone are bytes of something. */
const encoded = /^[A-Za-z0-9+/\s]{1024,}={0,2}$/

/** Thinking of which something was taken out is no longer what the API signed. */
const isThinking = (value: JsonObject): boolean =>
  value['type'] === 'thinking' || (Object.keys(value).length === 2 && 'content' in value && 'signature' in value)

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Finds each secret once, and takes it out unless it is to stay. */
export class Redactor {
  readonly #stays: ReadonlySet<string>
  readonly #found = new Map<string, Tally>()
  #commit = ''
  #taken = 0

  /** @param stays ids of secrets that stay where they are. */
  constructor(stays: Iterable<string> = []) {
    this.#stays = new Set(stays)
  }

  /** Says of which commit the next texts are. */
  reads(commitId: string): void {
    this.#commit = commitId
  }

  text(said: string): string {
    return said.length < 8 || encoded.test(said) ? said : replaceSecrets(said, (secret) => this.#replace(secret))
  }

  /**
   * A text that may be JSON: what it says counts, not how it is written. It stays as it is when nothing is taken out, but for what is nested
   * too deeply to be looked at: null stands in its place.
   */
  json(text: string): string {
    const value = jsonOf(text)
    if (typeof value !== 'object' || value === null) return this.text(text)
    const before = this.#taken
    const shallow = cutDeep(text, value)
    const clean = this.value(shallow ?? value)
    return this.#taken === before && shallow === undefined ? text : JSON.stringify(clean)
  }

  /** The texts of a value, however deep; bytes are those of a text. */
  value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value)
    if (value instanceof Uint8Array) return this.#bytes(value)
    if (Array.isArray(value)) return value.map((each) => this.value(each))
    return isObject(value) ? this.#object(value) : value
  }

  /** How many times something was taken out so far. */
  get taken(): number {
    return this.#taken
  }

  found(): readonly RedactedSecret[] {
    return [...this.#found].map(([id, { kind, shown, count, commits }]) => ({
      id,
      kind,
      shown,
      count,
      commits: [...commits],
      isTaken: !this.#stays.has(id),
    }))
  }

  #bytes(bytes: Uint8Array): Uint8Array {
    const text = new TextDecoder().decode(bytes)
    const clean = this.json(text)
    return clean === text ? bytes : Uint8Array.from(Buffer.from(clean))
  }

  #object(value: JsonObject): JsonObject {
    const before = this.#taken
    const hasBytes = holdsBytes(value)
    const clean = Object.fromEntries(
      Object.entries(value).map(([name, each]): [string, unknown] => {
        if (sealed.has(name) || (hasBytes && name === 'data')) return [name, each]
        return [name, this.#named(name, each)]
      }),
    )
    return this.#taken > before && isThinking(value) ? { ...clean, signature: '' } : clean
  }

  /** A field whose name makes a secret of its value: `{"password": "…"}`. A password is all of it, spaces too. */
  #named(name: string, value: unknown): unknown {
    if (typeof value !== 'string') return this.value(value)
    const clean = this.text(value)
    if (!namesSecrets.test(name)) return clean
    const isWhole = (text: string): boolean => text === clean || (clean.startsWith(text) && /pass/i.test(name))
    let left = clean
    replaceSecrets(`${name}="${clean}"`, (secret) => {
      if (left === clean && isWhole(secret.text)) left = this.#replace({ ...secret, text: clean })
      return secret.text
    })
    return left
  }

  #replace(secret: Secret): string {
    const id = idOf(secret.text)
    const tally = this.#found.get(id) ?? { kind: secret.kind, shown: shownOf(secret), count: 0, commits: new Set<string>() }
    tally.count += 1
    tally.commits.add(this.#commit)
    this.#found.set(id, tally)
    if (this.#stays.has(id)) return secret.text
    this.#taken += 1
    return redacted
  }
}
