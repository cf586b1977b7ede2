/** Chains of commits of any format in memory, for tests of what is rebuilt from them. */
import fc from 'fast-check'
import type { ChainLink } from '../../app/chains/choose-commits.ts'
import { writeEvents } from '../../app/chains/formats/chain-format.ts'
import type { Stop } from '../../app/chains/choose-commits.ts'
import { materialise, type Materialised } from '../../app/chains/materialise.ts'
import { formats } from '../../app/engine/kernel/chain-formats.ts'
import type { CommitType } from '../../app/model/context-commit.ts'
import { Pieces } from '../../app/store/files/pieces.ts'
import type { Event } from '../../app/model/event.ts'

export interface MadeCommit {
  readonly type: CommitType
  readonly format: string
  readonly bytes: Uint8Array
  readonly preserved?: readonly string[]
  readonly beginsAgent?: boolean
}

/** The commit at `index` is called c0, c1, …, each the child of the one before. */
const linkOf = ({ type, format, preserved = [], beginsAgent = false }: MadeCommit, index: number): ChainLink => ({
  commitId: `c${index}`,
  parentId: index === 0 ? null : `c${index - 1}`,
  commitType: type,
  format,
  artifactHash: String(index),
  preserved,
  tokenCount: null,
  beginsAgent,
})

/** What a chain, root first, becomes. */
export const materialised = async (
  commits: readonly MadeCommit[],
  stop: Stop,
  format?: string,
): Promise<Materialised & { readonly bytes: Buffer }> => {
  const pieces = new Pieces()
  const result = await materialise({
    chain: commits.map(linkOf).reverse(),
    stop,
    format,
    formats,
    read: (link) => Promise.resolve(commits[Number(link.artifactHash)]?.bytes ?? Buffer.alloc(0)),
    write: (bytes) => {
      pieces.add(bytes)
    },
  })
  return { ...result, bytes: pieces.whole() }
}

export const said = (text: string): Event => ({ type: 'response', timestamp: 1, payload: { content: text } })
export const asked = (text: string): Event => ({ type: 'prompt', timestamp: 1, payload: { source: 'user', content: text } })

export const deltaOf = (format: string, events: readonly Event[]): Uint8Array => writeEvents(formats.get(format), events).bytes

/** A format that nobody knows holds whatever it likes. */
const bytesOf = (format: string, events: readonly Event[]): Uint8Array =>
  formats.find(format) === undefined ? Buffer.from(JSON.stringify(events.map(({ type }) => type))) : deltaOf(format, events)

const text = fc.string({ unit: 'grapheme', maxLength: 20 })
const json = fc.jsonValue({ maxDepth: 2 }).map((value) => Uint8Array.from(Buffer.from(JSON.stringify({ value }))))
const event: fc.Arbitrary<Event> = fc.oneof(
  text.map((content) => said(`r ${content}`)),
  text.map((content) => asked(`p ${content}`)),
  fc
    .tuple(fc.nat(99_999).map(String), json)
    .map(([id, input]): Event => ({ type: 'tool_call', timestamp: 2, payload: { id, name: 'Read', input } })),
  text.map((output): Event => ({ type: 'tool_result', timestamp: 3, payload: { id: 'x', output } })),
)

const knownFormats = ['events-v1', 'bureau-agent-v1', 'claude-code-v1'] as const
const types = fc.constantFrom<CommitType>('delta', 'delta', 'delta', 'delta', 'compaction', 'snapshot')

const commitIn = (format: fc.Arbitrary<string>, minLength = 0): fc.Arbitrary<MadeCommit> =>
  fc
    .tuple(types, format, fc.array(event, { minLength, maxLength: 6 }))
    .map(([type, name, events]) => ({ type, format: name, bytes: bytesOf(name, events) }))

/** Commits of any type that are not empty, as a store takes them. */
export const anyCommit = (format: fc.Arbitrary<string>): fc.Arbitrary<MadeCommit> => commitIn(format, 1)

/** Chains of up to thirty commits, whose root is a delta. */
export const anyChain = (format: fc.Arbitrary<string> = fc.constantFrom(...knownFormats)): fc.Arbitrary<readonly MadeCommit[]> =>
  fc
    .array(commitIn(format), { minLength: 1, maxLength: 30 })
    .map((commits) => commits.map((commit, index) => (index === 0 ? { ...commit, type: 'delta' as const } : commit)))

export const anyFormat = fc.constantFrom(...knownFormats)
