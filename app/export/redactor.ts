/** Takes secrets out of what is exported, and remembers what it took and where. */
import { createHash } from 'node:crypto'
import { namesSecrets, redacted, replaceSecrets, replaceWords, type Secret } from '../chains/redact-secrets.ts'
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

/** What holds records together: a person's own word in it would be one by chance, and without it nothing could be read. */
const structural: ReadonlySet<string> = new Set(
  'type subtype kind role class id uuid parentUuid logicalParentUuid leafUuid sourceToolAssistantUUID sessionId agentId parentAgentId messageId requestId promptId tool_use_id toolUseId toolUseID parentToolUseID tool_call_id call_id timestamp occurred_at created_at stop_reason version userType entrypoint operation trigger level status media_type format mode permissionMode service_tier'.split(
    ' ',
  ),
)
const callTypes: ReadonlySet<unknown> = new Set(['tool_use', 'server_tool_use', 'mcp_tool_use'])
const isCall = (value: JsonObject): boolean => callTypes.has(value['type'])
const plainName = /^[A-Za-z_$][\w$]*$/

/** Nothing shorter is looked at but for a person's own words, characters. */
const shortestSecret = 8

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

  #withoutSecrets(said: string, words: RegExp | undefined): string {
    if (encoded.test(said)) return said
    const replace = (secret: Secret): string => this.#replace(secret)
    return said.length < shortestSecret ? replaceWords(said, replace, words) : replaceSecrets(said, replace, { words })
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
        if (typeof each === 'string' && structural.has(name)) return [name, this.#withoutSecrets(each, undefined)]
        if (typeof each === 'string' && name === 'name' && isCall(value)) return [name, this.#toolName(each)]
        return [this.#fieldName(name), this.#named(name, each)]
      }),
    )
    return this.#taken > before && isThinking(value) ? { ...clean, signature: '' } : clean
  }

  /** What names a field is a person's text, such as a path, unless it is a plain name. */
  #fieldName(name: string): string {
    return plainName.test(name) ? name : this.text(name)
  }

  /** The name of a tool has no signs in it. */
  #toolName(name: string): string {
    return replaceWords(name, (secret) => this.#replace(secret).replaceAll(/[[\]]/g, ''), this.#words)
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
