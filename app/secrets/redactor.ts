/** Takes secrets out of what is exported, and remembers what it took and where. */
import { parseBounded } from '../model/bounded-depth.ts'
import { createHash } from 'node:crypto'
import { redacted, replaceInField, replaceSecrets, replaceShapes, replaceWords, type Secret } from './redact-secrets.ts'
import { secretOf } from './secret-names.ts'
import { cutDeep } from '../model/cut-deep.ts'
import { KeyLines } from './key-lines.ts'
import type { Sliced } from '../model/sliced.ts'
import { refusalTexts } from '../model/refusal.ts'
import { isObject, type JsonObject } from '../model/json-object.ts'
import {
  areEncoded,
  areNamesOwn,
  isSchema,
  isSealed,
  isStructural,
  isThinking,
  isToolName,
  settingOf,
  ownerOf,
  type FieldOwner,
} from './field-rules.ts'
import type { ChainFormat } from '../chains/formats/chain-format.ts'

/** One secret with all its occurrences. */
export interface RedactedSecret {
  /** An id for the text of the secret that reveals nothing about it. */
  readonly id: string
  readonly kind: Secret['kind']
  /** Its name and its first letters; the rest is hidden. */
  readonly shown: string
  readonly count: number
  /** Commits that contain it, in order. */
  readonly commits: readonly string[]
  /** False: the request keeps it. */
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
  kind === 'private key' ? `${/-----(?:BEGIN|END) [^\n]*?KEY/.exec(text)?.[0] ?? 'private key '}…` : before + hidden(text)

const plainName = /^[A-Za-z_$][\w$]*$/

/** Characters; shorter texts are searched for private words alone. */
const minSecretLength = 8
/** Characters; shorter names are no tokens. */
const minTokenLength = 16

const jsonOf = (text: string): unknown => {
  try {
    return parseBounded(text)
  } catch {
    return undefined
  }
}

/** The client's words about a refusal or an interruption: they hold nothing private, and without them a call would have failed. */
const markOf = (plain: string): string => refusalTexts.find((text) => plain.startsWith(text)) ?? ''

/** Finds each secret once, and takes it out unless it is to stay. */
export class Redactor {
  readonly #stays: ReadonlySet<string>
  readonly #words: RegExp | undefined
  readonly #texts: readonly string[]
  readonly #keepsLines: boolean
  readonly #keyLines = new KeyLines()
  readonly #found = new Map<string, Tally>()
  #commit = ''
  #taken = 0

  /**
   * @param words private words: see `secrets/private-words.ts`
   * @param stays ids of secrets that are not redacted
   * @param texts secrets that are known
   * @param keepsLines whether each line of a secret remains a line
   */
  constructor(words?: RegExp, stays: Iterable<string> = [], texts: readonly string[] = [], keepsLines = false) {
    this.#words = words
    this.#texts = texts
    this.#keepsLines = keepsLines
    this.#stays = new Set(stays)
  }

  /** Sets the commit of the next texts. */
  reads(commitId: string): void {
    this.#commit = commitId
  }

  /** Notes the lines of private keys in a value, for texts that show some of them alone. */
  learn(value: unknown): void {
    this.#keyLines.learn(value)
  }

  text(plain: string): string {
    return this.#withoutSecrets(plain, this.#words)
  }

  /**
   * Redacts a text that may be JSON: its values count, not the way they are written. Without a redaction it stays unchanged; only values
   * nested too deeply for a search become null.
   */
  json(text: string, owner: FieldOwner = 'record'): string {
    const value = jsonOf(text)
    if (typeof value !== 'object' || value === null) return this.text(text)
    const before = this.#taken
    const shallow = cutDeep(text, value)
    const clean = this.value(shallow ?? value, owner)
    return this.#taken === before && shallow === undefined ? text : JSON.stringify(clean)
  }

  /** The texts of a value, however deep; bytes are those of a text. */
  value(value: unknown, owner: FieldOwner = 'record'): unknown {
    this.learn(value)
    return this.#value(value, owner)
  }

  #value(value: unknown, owner: FieldOwner): unknown {
    if (typeof value === 'string') return this.text(value)
    if (typeof value === 'number') return owner === 'own' ? this.#number(value) : value
    if (value instanceof Uint8Array) return this.#bytes(value, owner)
    if (Array.isArray(value)) return value.map((each) => this.#value(each, owner))
    return isObject(value) ? this.#object(value, owner) : value
  }

  /** Number of redactions so far. */
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

  #withoutSecrets(plain: string, words: RegExp | undefined): string {
    if (areEncoded(plain)) return plain
    const mark = markOf(plain)
    if (mark !== '') return mark + this.#withoutSecrets(plain.slice(mark.length), words)
    const replace = (secret: Secret): string => this.#replace(secret)
    if (plain.length < minSecretLength) return replaceWords(plain, replace, words)
    return this.#withoutKeyLines(replaceSecrets(plain, replace, { texts: this.#texts, words, keepsLines: this.#keepsLines }))
  }

  /** Without lines that other texts showed to be those of a private key. */
  #withoutKeyLines(text: string): string {
    return this.#keyLines.replace(text, (line) => this.#replace({ kind: 'private key', text: line, before: '' }))
  }

  #bytes(bytes: Uint8Array, owner: FieldOwner): Uint8Array {
    const text = new TextDecoder().decode(bytes)
    const clean = this.json(text, owner)
    return clean === text ? bytes : Uint8Array.from(Buffer.from(clean))
  }

  /** A number that holds a word, such as that of an account. */
  #number(value: number): unknown {
    const plain = String(value)
    const clean = this.#ownWords(plain)
    return clean === plain ? value : clean
  }

  #object(value: JsonObject, owner: FieldOwner): JsonObject {
    const before = this.#taken
    const names = new Set<string>()
    const clean = Object.fromEntries(
      Object.keys(value).map((name): [string, unknown] => [this.#fieldName(name, owner, names), this.#field(name, value, owner)]),
    )
    return this.#taken > before && owner !== 'own' && isThinking(value) ? { ...clean, signature: '' } : clean
  }

  #field(name: string, of: JsonObject, owner: FieldOwner): unknown {
    const value = of[name]
    if (isSealed(name, of, owner)) return value
    if (typeof value !== 'string') return this.#part(name, value, owner)
    if (isStructural(name, owner)) return this.#withoutSecrets(value, undefined)
    return isToolName(name, of, owner) ? this.#toolName(value) : this.#named(settingOf(name, of) ?? name, value)
  }

  /** A field that holds no text: its name may make a secret of numbers, and of what is in lists and objects. */
  #part(name: string, value: unknown, owner: FieldOwner): unknown {
    const isPassword = owner !== 'record' && secretOf(name) === 'password' && !isSchema(value)
    if (isPassword && typeof value === 'number') return this.#namedNumber(name, value)
    if (isPassword && isObject(value)) return this.#ofPassword(name, value, owner)
    if (!Array.isArray(value)) return this.#value(value, ownerOf(name, owner))
    return value.map((each) => (typeof each === 'string' ? this.#named(name, each) : this.#part(name, each, owner)))
  }

  #namedNumber(name: string, value: number): unknown {
    const plain = String(value)
    const clean = this.#named(name, plain)
    return clean === plain ? value : clean
  }

  /** All that is within a password is part of it. */
  #ofPassword(name: string, value: JsonObject, owner: FieldOwner): JsonObject {
    const names = new Set<string>()
    return Object.fromEntries(
      Object.entries(value).map(([field, each]): [string, unknown] => [
        this.#fieldName(field, owner, names),
        typeof each === 'string' ? this.#named(name, each) : this.#part(name, each, owner),
      ]),
    )
  }

  /** A name that no other field of the object has. */
  #fieldName(name: string, owner: FieldOwner, taken: Set<string>): string {
    const clean = this.#cleanName(name, owner)
    let one = clean
    for (let at = 2; taken.has(one); at += 1) one = `${clean} ${at}`
    taken.add(one)
    return one
  }

  /** A field name is a person's text, for example a path, unless it is a plain name in a client's record. A token is not a plain name. */
  #cleanName(name: string, owner: FieldOwner): string {
    if (!plainName.test(name)) return this.text(name)
    const left = name.length < minTokenLength ? name : replaceShapes(name, (secret) => this.#replace(secret))
    return areNamesOwn(owner) ? this.#ownWords(left) : left
  }

  #ownWords(text: string): string {
    return replaceWords(text, (secret) => this.#replace(secret), this.#words)
  }

  /** The name of a tool has no signs in it. */
  #toolName(name: string): string {
    return replaceShapes(name, (secret) => this.#replace(secret).replaceAll(/[[\]]/g, ''), { words: this.#words })
  }

  #named(name: string, value: string): string {
    if (areEncoded(value)) return value
    const mark = markOf(value)
    if (mark !== '') return mark + this.#named(name, value.slice(mark.length))
    const replace = (secret: Secret): string => this.#replace(secret)
    if (secretOf(name) === undefined && value.length < minSecretLength) return replaceWords(value, replace, this.#words)
    return this.#withoutKeyLines(
      replaceInField(name, value, replace, { texts: this.#texts, words: this.#words, keepsLines: this.#keepsLines }),
    )
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

/** An artifact in which nothing was found stays as it is. @throws StrataError delta-malformed */
export function* redactArtifact(format: ChainFormat, bytes: Uint8Array, redactor: Redactor): Sliced<Uint8Array> {
  const before = redactor.taken
  const items: unknown[] = []
  // A line that shows a part of a key may be before the one that shows all of it.
  const hasKeys = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('PRIVATE KEY')
  for (const item of hasKeys ? format.decode(bytes) : []) {
    redactor.learn(typeof item === 'string' ? jsonOf(item) : item)
    yield
  }
  for (const item of format.decode(bytes)) {
    items.push(typeof item === 'string' ? redactor.json(item) : redactor.value(item))
    yield
  }
  return redactor.taken === before ? bytes : format.encode(items)
}
