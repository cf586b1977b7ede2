/** Finds a text in a session's conversation: in everything that its rows show or fold, sub-agents included. */
import type { FoundRow, FoundRows } from '../../contract/reader.ts'
import { textsIn } from '../../conversation/item-texts.ts'
import type { Store } from '../../store/store.ts'
import { commitLines, isOneByLine } from './commit-records.ts'
import { itemAt } from './read-rows.ts'
import { commitOf, readingIndex, type IndexedRecord, type ReadingIndex } from './reading-index.ts'
import { readingTo, type Reading } from './reading-rows.ts'
import { agentTips } from './show-outline.ts'

export interface TextSought {
  readonly text: string
  readonly matchCase: boolean
}

/** Bytes that are looked through before others get their turn. */
const sliceBytes = 4 * 1024 * 1024

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length

/**
 * Decides quickly whether a line of JSON may contain the text. A line with escapes that clients need not write always may: what it
 * contains is known only after it was parsed.
 */
const lineTest = ({ text, matchCase }: TextSought): ((line: Buffer) => boolean) => {
  const encoding = isAscii(text) ? 'latin1' : 'utf8'
  const escaped = JSON.stringify(text).slice(1, -1)
  const sought = matchCase ? escaped : escaped.toLowerCase()
  return (line) => {
    const written = line.toString(encoding)
    return (matchCase ? written : written.toLowerCase()).includes(sought) || written.includes('\\u') || written.includes('\\/')
  }
}

const occurrences = (texts: readonly string[], { text, matchCase }: TextSought): number => {
  const sought = matchCase ? text : text.toLowerCase()
  let count = 0
  for (const one of texts) {
    const within = matchCase ? one : one.toLowerCase()
    for (let at = within.indexOf(sought); at !== -1; at = within.indexOf(sought, at + sought.length)) count += 1
  }
  return count
}

/** Which records may contain the text; artifacts are looked through once. */
class Candidates {
  readonly #byCommit = new Map<string, Promise<(place: number) => boolean>>()
  readonly #store: Store
  readonly #index: ReadingIndex
  readonly #mayContain: (line: Buffer) => boolean

  constructor(store: Store, index: ReadingIndex, sought: TextSought) {
    this.#store = store
    this.#index = index
    this.#mayContain = lineTest(sought)
  }

  async has({ commitId, place }: IndexedRecord): Promise<boolean> {
    const found = this.#byCommit.get(commitId) ?? this.#look(commitId)
    this.#byCommit.set(commitId, found)
    return (await found)(place)
  }

  async #look(commitId: string): Promise<(place: number) => boolean> {
    const commit = commitOf(this.#index, commitId)
    if (this.#index.isMade) return () => true
    const lines = await commitLines(this.#store, commit)
    if (!isOneByLine(lines, commit)) return () => true
    const places = new Set<number>()
    let bytes = 0
    for (const [place, line] of lines.entries()) {
      if (this.#mayContain(line)) places.add(place)
      bytes += line.length
      if (bytes < sliceBytes) continue
      bytes = 0
      await nextTurn()
    }
    return (place) => places.has(place)
  }
}

/** The records whose contents a row shows: its own, and the results of its calls. */
const partsOf = (record: IndexedRecord, { resultOf }: Reading): readonly IndexedRecord[] => [
  record,
  ...record.calls.flatMap((id) => resultOf(id) ?? []),
]

const maybe = async (candidates: Candidates, parts: readonly IndexedRecord[]): Promise<boolean> => {
  for (const part of parts) if (await candidates.has(part)) return true
  return false
}

/** @param tip of the main chain; default: its end. @throws StrataError not-found, artifact-corrupt */
export const findRows = async (store: Store, sessionId: string, tip: string | undefined, sought: TextSought): Promise<FoundRows> => {
  const index = await readingIndex(store, sessionId)
  const candidates = new Candidates(store, index, sought)
  const rows: FoundRow[] = []
  for (const end of [commitOf(index, tip ?? index.tip), ...agentTips(index)]) {
    const reading = readingTo(index, end.commitId)
    for (const [row, place] of reading.rows.entries()) {
      if (place.kind !== 'record' || !(await maybe(candidates, partsOf(place.record, reading)))) continue
      const item = await itemAt(store, reading, place.record)
      const count = item === undefined ? 0 : occurrences(textsIn(item), sought)
      if (count > 0) rows.push({ chain: end.chain, row, count })
    }
  }
  return { rows, total: rows.reduce((sum, { count }) => sum + count, 0) }
}
