/** Takes secrets out of what is exported, and remembers what it took and where. */
import { createHash } from 'node:crypto'
import { namesSecrets, redacted, replaceSecrets, replaceWords, type Secret } from '../chains/redact-secrets.ts'
import { cutDeep } from './cut-deep.ts'
import { isObject, type JsonObject } from './json-object.ts'
import { areEncoded, areNamesOwn, isSealed, isStructural, isThinking, isToolName, whoseIn, type Whose } from './kept-fields.ts'

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

const plainName = /^[A-Za-z_$][\w$]*$/

/** Nothing shorter is looked at but for a person's own words, characters. */
const shortestSecret = 8

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
  readonly #words: RegExp | undefined
  readonly #found = new Map<string, Tally>()
  #commit = ''
  #taken = 0

  /**
   * @param words a person's own secrets: see `chains/private-words.ts`.
   * @param stays ids of secrets that stay where they are.
   */
  constructor(words?: RegExp, stays: Iterable<string> = []) {
    this.#words = words
    this.#stays = new Set(stays)
  }

  /** Says of which commit the next texts are. */
  reads(commitId: string): void {
    this.#commit = commitId
  }

  text(said: string): string {
    return this.#withoutSecrets(said, this.#words)
  }

  /**
   * A text that may be JSON: what it says counts, not how it is written. It stays as it is when nothing is taken out, but for what is nested
   * too deeply to be looked at: null stands in its place.
   */
  json(text: string, whose: Whose = 'record'): string {
    const value = jsonOf(text)
    if (typeof value !== 'object' || value === null) return this.text(text)
    const before = this.#taken
    const shallow = cutDeep(text, value)
    const clean = this.value(shallow ?? value, whose)
    return this.#taken === before && shallow === undefined ? text : JSON.stringify(clean)
  }

  /** The texts of a value, however deep; bytes are those of a text. */
  value(value: unknown, whose: Whose = 'record'): unknown {
    if (typeof value === 'string') return this.text(value)
    if (typeof value === 'number') return whose === 'own' ? this.#number(value) : value
    if (value instanceof Uint8Array) return this.#bytes(value, whose)
    if (Array.isArray(value)) return value.map((each) => this.value(each, whose))
    return isObject(value) ? this.#object(value, whose) : value
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

  #withoutSecrets(said: string, words: RegExp | undefined): string {
    if (areEncoded(said)) return said
    const replace = (secret: Secret): string => this.#replace(secret)
    return said.length < shortestSecret ? replaceWords(said, replace, words) : replaceSecrets(said, replace, { words })
  }

  #bytes(bytes: Uint8Array, whose: Whose): Uint8Array {
    const text = new TextDecoder().decode(bytes)
    const clean = this.json(text, whose)
    return clean === text ? bytes : Uint8Array.from(Buffer.from(clean))
  }

  /** A number that holds a word, such as that of an account. */
  #number(value: number): unknown {
    const said = String(value)
    const clean = this.#ownWords(said)
    return clean === said ? value : clean
  }

  #object(value: JsonObject, whose: Whose): JsonObject {
    const before = this.#taken
    const names = new Set<string>()
    const clean = Object.fromEntries(
      Object.keys(value).map((name): [string, unknown] => [this.#fieldName(name, whose, names), this.#field(name, value, whose)]),
    )
    return this.#taken > before && whose !== 'own' && isThinking(value) ? { ...clean, signature: '' } : clean
  }

  #field(name: string, of: JsonObject, whose: Whose): unknown {
    const value = of[name]
    if (isSealed(name, of, whose)) return value
    if (typeof value !== 'string') return this.value(value, whoseIn(name, whose))
    if (isStructural(name, whose)) return this.#withoutSecrets(value, undefined)
    return isToolName(name, of, whose) ? this.#toolName(value) : this.#named(name, value)
  }

  /** What names a field is a person's text, such as a path, unless it is a plain name in what a client writes. */
  #fieldName(name: string, whose: Whose, taken: Set<string>): string {
    const isPlain = plainName.test(name)
    const isKept = isPlain && !areNamesOwn(whose)
    const clean = isKept ? name : isPlain ? this.#ownWords(name) : this.text(name)
    let one = clean
    for (let at = 2; taken.has(one); at += 1) one = `${clean} ${at}`
    taken.add(one)
    return one
  }

  #ownWords(text: string): string {
    return replaceWords(text, (secret) => this.#replace(secret), this.#words)
  }

  /** The name of a tool has no signs in it. */
  #toolName(name: string): string {
    return replaceWords(name, (secret) => this.#replace(secret).replaceAll(/[[\]]/g, ''), this.#words)
  }

  /** A field whose name makes a secret of its value: `{"password": "…"}`. A password is all of it, spaces too. */
  #named(name: string, value: string): string {
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
