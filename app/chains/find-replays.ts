/**
 * Finds records that the client wrote again under another uuid, or again with changed fields: a compaction's replays, its retries of a
 * prompt after a failed request, and replies that it wrote twice. Each counts once, and the conversation contains it once.
 */
import { humanPrompts, typedByHuman } from '../model/record-class.ts'
import type { TranscriptLine } from '../model/transcript-line.ts'

/** Records that are written again, each with the record that it repeats. */
type Originals = Map<TranscriptLine, TranscriptLine>

const contentKey = (line: TranscriptLine): string => JSON.stringify(line.events.map(({ kind, body, toolName }) => [kind, body, toolName]))

const isTyped = (line: TranscriptLine): boolean => typedByHuman.has(line.class)

/** One record written twice: nothing but fields of the envelope differs, such as the session or the version. */
const addSameUuid = (lines: readonly TranscriptLine[], originals: Originals): void => {
  const first = new Map<string, TranscriptLine>()
  for (const line of lines) {
    if (line.uuid === undefined || line.isRepeat) continue
    const before = first.get(line.uuid)
    if (before === undefined) first.set(line.uuid, line)
    else if (isSameRecord(before, line)) originals.set(line, before)
  }
}

const isSameRecord = (a: TranscriptLine, b: TranscriptLine): boolean =>
  a.type === b.type &&
  a.parentUuid === b.parentUuid &&
  a.occurredAt !== undefined &&
  a.occurredAt === b.occurredAt &&
  a.messageId === b.messageId &&
  contentKey(a) === contentKey(b)

const isKnown = (line: TranscriptLine, originals: Originals): boolean => line.uuid === undefined || line.isRepeat || originals.has(line)

/** A compaction writes a prompt or a result again with a new uuid: same parent, same time, same words or call. */
const addReplays = (lines: readonly TranscriptLine[], originals: Originals): void => {
  const first = new Map<string, TranscriptLine>()
  /** Records with the same key but different content, by key and content. */
  const byContent = new Map<string, TranscriptLine>()
  for (const line of lines) {
    const isReplayed = isTyped(line) || line.toolResultIds.length > 0
    if (!isReplayed || line.occurredAt === undefined || isKnown(line, originals)) continue
    const key = `${line.parentUuid ?? ''} ${line.occurredAt} ${line.toolResultIds.join(' ')}`
    const other = first.get(key)
    if (other === undefined) {
      first.set(key, line)
      continue
    }
    byContent.set(`${key} ${contentKey(other)}`, other)
    const before = byContent.get(`${key} ${contentKey(line)}`)
    if (before === undefined) byContent.set(`${key} ${contentKey(line)}`, line)
    else originals.set(line, before)
  }
}

const isFailure = (line: TranscriptLine): boolean => line.isApiError || line.subtype === 'api_error'

/** Looks for a prompt that the client sends again because the request failed. */
class RetryFinder {
  readonly #lines: readonly TranscriptLine[]
  readonly #originals: Originals
  #parents: ReadonlyMap<string, string | undefined> | undefined
  #prompt: TranscriptLine | undefined
  #hasFailed = false
  #wasInterrupted = false

  constructor(lines: readonly TranscriptLine[], originals: Originals) {
    this.#lines = lines
    this.#originals = originals
  }

  run(): void {
    for (const line of this.#lines) if (!line.isSidechain && !line.isRepeat && !this.#originals.has(line)) this.#add(line)
  }

  #add(line: TranscriptLine): void {
    if (isFailure(line)) this.#hasFailed = true
    else if (line.class === 'interrupt') this.#wasInterrupted = true
    else if (line.class === 'reply') this.#prompt = undefined
    else if (isTyped(line)) this.#addPrompt(line)
  }

  #addPrompt(line: TranscriptLine): void {
    const before = this.#prompt
    if (before !== undefined && this.#isRetry(line, before)) {
      this.#originals.set(line, before)
      return
    }
    this.#prompt = line
    this.#hasFailed = false
    this.#wasInterrupted = false
  }

  /**
   * Without a reply in between. A prompt that says where it came from was typed again, unless it hangs beside the one that failed. So was a
   * command, which never says it.
   */
  #isRetry(line: TranscriptLine, before: TranscriptLine): boolean {
    if (!(this.#hasFailed || this.#wasInterrupted) || contentKey(before) !== contentKey(line)) return false
    const isSentAgain = humanPrompts.has(line.class) && !line.namesSource
    return isSentAgain || (this.#hasFailed && !this.#isBelow(line, before))
  }

  /** Whether a line is below an earlier one: a prompt that a human types after a failure is below the prompt that failed. */
  #isBelow(line: TranscriptLine, before: TranscriptLine): boolean {
    this.#parents ??= new Map(this.#lines.flatMap(({ uuid, parentUuid }) => (uuid === undefined ? [] : [[uuid, parentUuid] as const])))
    const seen = new Set<string>()
    for (let at = line.parentUuid; at !== undefined && !seen.has(at); at = this.#parents.get(at)) {
      if (at === before.uuid) return true
      seen.add(at)
    }
    return false
  }
}

interface Block {
  readonly line: TranscriptLine
  readonly key: string
  readonly isDistinct: boolean
}

/** Thinking is kept by its length alone. */
const blockOf = (line: TranscriptLine): Block => {
  const ids = line.toolUses.map(({ id }) => id)
  const isDistinct = ids.length > 0 || line.events.some(({ body }) => body !== undefined && body !== '')
  return { line, key: JSON.stringify([contentKey(line), ids, isDistinct ? 0 : line.length]), isDistinct }
}

/** True when the blocks from a place on repeat all the kept ones. */
const isWrittenAgain = (blocks: readonly Block[], from: number, kept: readonly Block[]): boolean =>
  kept.some(({ isDistinct }) => isDistinct) && kept.every(({ key }, at) => blocks[from + at]?.key === key)

/** A reply whose blocks are written again from the first to the last, and a text that follows itself. */
const addReplyTwice = (blocks: readonly Block[], originals: Originals): void => {
  const kept: Block[] = []
  for (let at = 0; at < blocks.length; at += 1) {
    const block = blocks[at]
    const last = kept.at(-1)
    if (block === undefined) continue
    if (kept.length > 0 && isWrittenAgain(blocks, at, kept)) {
      kept.forEach((original, offset) => {
        const again = blocks[at + offset]
        if (again !== undefined) originals.set(again.line, original.line)
      })
      at += kept.length - 1
    } else if (last?.key === block.key && block.isDistinct) originals.set(block.line, last.line)
    else kept.push(block)
  }
}

/** A number that equal blocks have in common: comparing their texts takes longer. */
const weightOf = ({ toolUses, events, length }: TranscriptLine): number => {
  const chars = events.reduce((sum, { body = '' }) => sum + body.length, 0)
  return toolUses.length === 0 && chars === 0 ? -length : chars
}

const mayRepeat = (records: readonly TranscriptLine[]): boolean => new Set(records.map(weightOf)).size < records.length

const addReplies = (lines: readonly TranscriptLine[], originals: Originals): void => {
  const replies = new Map<string, TranscriptLine[]>()
  for (const line of lines) {
    if (line.class !== 'reply' || line.messageId === undefined || line.requestId === undefined || isKnown(line, originals)) continue
    const name = `${line.messageId} ${line.requestId}`
    const records = replies.get(name)
    if (records === undefined) replies.set(name, [line])
    else records.push(line)
  }
  for (const records of replies.values()) if (mayRepeat(records)) addReplyTwice(records.map(blockOf), originals)
}

/** @param lines of one transcript, in its order */
export const findReplays = (lines: readonly TranscriptLine[]): ReadonlyMap<TranscriptLine, TranscriptLine> => {
  const originals: Originals = new Map()
  addSameUuid(lines, originals)
  addReplays(lines, originals)
  new RetryFinder(lines, originals).run()
  addReplies(lines, originals)
  return originals
}
