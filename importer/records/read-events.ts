/** Bytes of a transcript as events: what its records say, in their order, and how many tokens each reply took. */
import type { ChainEvent, EventsRead } from '../../app/model/chain-event.ts'
import { Losses } from '../../app/model/losses.ts'
import type { WholeLine } from '../../app/model/transcript-line.ts'
import { recordEvents } from './record-events.ts'
import type { Dialect } from './dialect.ts'
import type { ReadLine } from './record-lines.ts'
import { recordLines } from './record-lines.ts'

/** Lines of one reply say its usage again and again: the last one says it. Index of that line → the line. */
const lastOfReplies = (lines: readonly ReadLine[]): ReadonlySet<number> => {
  const last = new Map<string, number>()
  lines.forEach(({ line }, index) => {
    if (line.usage !== undefined) last.set(line.messageId ?? `line ${index}`, index)
  })
  return new Set(last.values())
}

const usageEvent = ({ usage, occurredAt, messageId }: WholeLine): readonly ChainEvent[] => {
  if (usage === undefined) return []
  const fields = {
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    cache_read_tokens: usage.cacheReadTokens,
    cache_write_tokens: usage.cacheWriteTokens,
    cost_usd: usage.costUsd ?? 0,
  }
  if (Object.values(fields).every((value) => value === 0)) return []
  const payload = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== 0))
  const timestamp = occurredAt === undefined ? null : occurredAt / 1000
  return [{ type: 'metric', timestamp, payload: { ...payload, turn_count: 1 }, ...(messageId === undefined ? {} : { reply: messageId }) }]
}

const noteWhatIsDropped = (lines: readonly ReadLine[], losses: Losses): void => {
  const records = lines.flatMap(({ record }) => record ?? [])
  losses.add('envelope of a record', 'events have no place for ids, links, folder, branch and version', records.length)
  const results = records.filter(({ toolUseResult }) => toolUseResult !== undefined)
  losses.add("client's own account of a tool's result", 'events have what the model saw of it', results.length)
}

export const readEvents = (dialect: Dialect, bytes: Uint8Array): EventsRead => {
  const losses = new Losses()
  const lines = recordLines(dialect, bytes)
  const last = lastOfReplies(lines)
  const events = lines.flatMap((one, index) => [...recordEvents(one, losses), ...(last.has(index) ? usageEvent(one.line) : [])])
  noteWhatIsDropped(lines, losses)
  return { events, lost: losses.list(), rendered: losses.rendered }
}
