/** Every event of a timeline leads to the very place that shows it, in samples and in sessions that other programs added. */
import { expect, test } from 'vitest'
import { encodeEvents } from '../../../../app/chains/formats/events-v1/encode-events.ts'
import type { ConversationBlock } from '../../../../app/contract/reader.ts'
import type { TimelineEvent } from '../../../../app/contract/timeline.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import type { Event } from '../../../../app/model/event.ts'
import { made, madeAt, prompt, reply } from '../../../support/made-commits.ts'
import { sampleStore } from '../../../support/copied-store.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { withEngine } from '../../../support/with-engine.ts'

/** What a block shows: a result is shown with its call. */
const shownAs = (block: ConversationBlock | undefined): readonly TimelineEvent['kind'][] => {
  if (block === undefined) return []
  if (block.kind === 'tool_call') return block.result === null ? ['tool_call'] : ['tool_call', 'tool_result']
  if (block.kind === 'tool_result' || block.kind === 'thinking') return [block.kind]
  return ['prompt', 'response', 'system', 'error', 'metric', 'output']
}

const plain = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()

/** What a person typed as a command is in tags in its record. */
const isTagged = ({ class: name }: TimelineEvent): boolean => name === 'command' || name === 'bash_input'

/** The beginning of what the event says, if its block shows that word for word. */
const wordsOf = (event: TimelineEvent): string =>
  ['prompt', 'response', 'thinking'].includes(event.kind) && !isTagged(event) ? event.label.slice(0, 60).replace(/…$/u, '') : ''

const misses = async (engine: Engine, sessionId: string): Promise<readonly string[]> => {
  const { events, sources } = await engine.ask('session.timeline', { sessionId })
  const missed: string[] = []
  for (const event of events) {
    const sought = { sourceId: sources[event.source] ?? '', line: event.line }
    const { items, soughtAt, soughtBlock } = await engine.ask('commit.read', { commitId: event.commitId ?? '', limit: 5000, sought })
    const block = items[soughtAt ?? -1]?.blocks[soughtBlock ?? -1]
    const says = block === undefined ? '' : plain('text' in block ? (block.text ?? '') : '')
    const isThere = shownAs(block).includes(event.kind) && (says === '' || says.includes(wordsOf(event)))
    if (!isThere) missed.push(`${event.kind} ${event.class} line ${event.line}: ${block?.kind ?? 'nothing'}`)
  }
  return missed
}

test('each event of the samples leads to its own block: results to their calls, lines of a reply to their part of it', async () => {
  const store = await sampleStore()
  await withEngine(store, async (engine) => {
    const { rows } = await engine.ask('sessions.list', { everything: true, limit: 1000 })
    const found: Record<string, readonly string[]> = {}
    for (const { sessionId, title } of rows) found[title] = await misses(engine, sessionId)
    expect(Object.entries(found).filter(([, missed]) => missed.length > 0)).toEqual([])
    expect(rows.length).toBeGreaterThan(10)
  })
})

test('each event of an added session leads to its own block', async () => {
  await withEngine(`${tempDir()}/store`, async (engine) => {
    const result = (id: string, output: string): Event => ({ type: 'tool_result', timestamp: madeAt + 3, payload: { id, output } })
    const events: readonly Event[] = [
      prompt('Water the beans.'),
      { type: 'thinking', timestamp: madeAt + 1, payload: { content: 'Which bed?' } },
      reply('Both beds.'),
      { type: 'tool_call', timestamp: madeAt + 2, payload: { id: 'a', name: 'Bash', input: Buffer.from('{"command":"water 1"}') } },
      { type: 'tool_call', timestamp: madeAt + 2, payload: { id: 'b', name: 'Bash', input: Buffer.from('{"command":"water 2"}') } },
      result('b', 'second'),
      result('a', 'first'),
      { type: 'error', timestamp: madeAt + 4, payload: { message: 'overloaded' } },
    ]
    await made(engine, { sessionId: 's', bytes: encodeEvents([...events]) })
    expect(await misses(engine, 'live/s')).toEqual([])
    const { sources } = await engine.ask('session.timeline', { sessionId: 'live/s' })
    const [commitId = ''] = sources
    const at = async (line: number): Promise<unknown> => {
      const { items, soughtAt } = await engine.ask('commit.read', { commitId, sought: { sourceId: commitId, line } })
      return items[soughtAt ?? -1]?.line
    }
    // The second call, and then the first one.
    expect([await at(6), await at(7)]).toEqual([5, 4])
  })
})
