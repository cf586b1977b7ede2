/** The graphs of a project's memory. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { edgesBetween, type DecidedEvent } from '../../../app/agent-context/graphs/decision-graph.ts'
import { graphNames, graphText } from '../../../app/agent-context/graphs/graph.ts'
import { openGraph } from '../../../app/agent-context/graphs/open-graph.ts'
import { eventsBytes, readEvents } from '../../../app/agent-context/events-text.ts'
import { withSession } from '../../../app/agent-context/join-session.ts'
import { nodeOf, type ThinkingRecord } from '../../../app/agent-context/thinking-record.ts'
import { callOutcomes, eventStatuses, thinkingTypes } from '../../../app/model/reasoning.ts'

const file = fc.constantFrom('src/parser.ts', 'src/lexer.ts', 'docs/a b.md', 'Ünï/ö.ts', '')
const place = fc.record({ source: fc.constantFrom('s1.jsonl', 's2.jsonl'), line: fc.nat(50) })
const ownPlace = fc.oneof(
  place,
  place.map((own) => ({ ...own, continues: 's1' })),
)
const call = fc.record({
  tool_name: fc.constantFrom('Bash', 'Edit', 'Read'),
  input_summary: fc.constantFrom('{"command":"npm test"}', '{"command":"npm run build', '{"file_path":"src/parser.ts"}', ''),
  outcome: fc.constantFrom(...callOutcomes),
})
const event: fc.Arbitrary<ThinkingRecord> = fc.record({
  id: fc.nat(1_000_000).map((n) => `th-${String(n)}`),
  session_id: fc.constantFrom('s1', 's2', 's3'),
  timestamp: fc.constantFrom('', '2026-01-02T03:04:05.000Z', '2026-02-02T03:04:05.000Z'),
  type: fc.constantFrom(...thinkingTypes),
  summary: fc.oneof(fc.constantFrom('Use a recursive parser instead of tables', 'Tables of the parser are too slow'), fc.string()),
  raw_thinking: fc.string(),
  model_output: fc.string(),
  tool_calls: fc.array(call, { maxLength: 3 }),
  files_affected: fc.uniqueArray(file, { maxLength: 3 }),
  prompt_context: fc.string(),
  commit_id: fc.constantFrom(null, 'ctx-1a2b3c4d'),
  record: ownPlace,
  status: fc.constantFrom(...eventStatuses),
  evidence: fc.option(place, { nil: null }),
})
const events = fc.uniqueArray(event, { selector: ({ id }) => id, maxLength: 20 })
const graphs = fc.constantFrom(...graphNames)

const eventsText = (all: readonly ThinkingRecord[]): string => eventsBytes(all).toString('utf8')
const readText = (text: string) => readEvents(Buffer.from(text))

const textOf = (name: (typeof graphNames)[number], parts: readonly (readonly ThinkingRecord[])[]): string => {
  const graph = openGraph(name)
  for (const part of parts) graph.ingest(part.map(nodeOf))
  return graphText(graph.serialize())
}

describe('graphs', () => {
  test('a graph that was written and read again is the same, and answers the same', () => {
    fc.assert(
      fc.property(graphs, events, fc.string(), (name, all, prompt) => {
        const graph = openGraph(name)
        graph.ingest(all.map(nodeOf))
        const text = graphText(graph.serialize())
        const again = openGraph(name)
        again.deserialize(JSON.parse(text) as object)
        expect(graphText(again.serialize())).toBe(text)
        for (const question of [prompt, 'why is the recursive parser slow?'])
          expect(again.query(question, ['src/parser.ts'])).toEqual(graph.query(question, ['src/parser.ts']))
      }),
    )
  })

  test('events in any order, in any number of parts and more than once make the same graph', () => {
    fc.assert(
      fc.property(graphs, events, fc.nat(20), (name, all, cut) => {
        const once = textOf(name, [all])
        expect(textOf(name, [all.slice(cut).reverse(), all.slice(0, cut), all])).toBe(once)
      }),
    )
  })

  test('of two versions of an event the fuller one counts, whichever comes first', () => {
    fc.assert(
      fc.property(graphs, event, event, (name, one, other) => {
        const same = { ...other, id: one.id }
        expect(textOf(name, [[one], [same]])).toBe(textOf(name, [[same], [one]]))
      }),
    )
  })

  test('each graph has every event, so that a switch loses none', () => {
    fc.assert(
      fc.property(events, (all) => {
        const first = textOf('file', [all])
        const nodes = (JSON.parse(first) as { events: unknown[] }).events
        for (const name of graphNames) expect((JSON.parse(textOf(name, [all])) as { events: unknown[] }).events).toEqual(nodes)
        const { events: read } = readEvents(eventsBytes(all))
        expect(textOf('file', [read])).toBe(first)
      }),
    )
  })

  test('the text of events is read as it was written, in any order and with broken lines between', () => {
    fc.assert(
      fc.property(events, (all) => {
        const text = eventsText(all)
        expect(eventsText([...all].reverse())).toBe(text)
        expect(eventsText(readText(text).events)).toBe(text)
        const torn = readText(`<<<<<<< HEAD\n${text}=======\n${text}{"id":\n`)
        expect(eventsText(torn.events)).toBe(text)
        expect(torn.faults).toHaveLength(3)
        expect(torn.others.map(String)).toEqual(['<<<<<<< HEAD', '=======', '{"id":'])
      }),
    )
  })

  test('lines of newer versions, cut lines and bytes that are no text stay byte for byte, at the end and in one order', () => {
    const others = fc.array(
      fc
        .oneof(
          fc.constantFrom('{"id":"th-9","session_id":"s","type":"hunch"}\r', '<<<<<<< HEAD', '{"id":"th-1","session_id":"s1","typ'),
          fc.constant(JSON.stringify({ id: 'th-2', session_id: 's', type: 'decision', status: 'paused' })),
          fc.constant(JSON.stringify({ id: 'th-3', session_id: 's', type: 'decision', timestamp: null })),
        )
        .map((line) => Buffer.from(line)),
      { maxLength: 5 },
    )
    const noText = fc
      .uint8Array({ minLength: 1, maxLength: 9 })
      .map((bytes) => Buffer.from([0xff, ...bytes].filter((byte) => byte !== 0x0a)))
    fc.assert(
      fc.property(events, others, fc.array(noText, { maxLength: 2 }), fc.nat(20), (all, lines, odd, at) => {
        const own = [
          ...eventsText(all)
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => Buffer.from(line)),
        ]
        own.splice(at, 0, ...lines, ...odd)
        const read = readEvents(Buffer.concat(own.flatMap((line) => [line, Buffer.from('\n')])))
        const written = eventsBytes(read.events, read.others)
        const unique = [...new Set([...lines, ...odd].map((line) => line.toString('latin1')))].sort()
        expect(written.toString('latin1')).toBe(`${eventsBytes(all).toString('latin1')}${unique.map((line) => `${line}\n`).join('')}`)
        const again = readEvents(written)
        expect(eventsBytes(again.events, again.others).equals(written)).toBe(true)
      }),
    )
  })

  test('fields of an event that this version does not know stay, also in its calls and records', () => {
    const unknown = fc.dictionary(fc.constantFrom('mood', 'score', '__proto__', 'nested'), fc.jsonValue({ maxDepth: 2 }))
    fc.assert(
      fc.property(event, unknown, unknown, unknown, (one, top, inCall, inRecord) => {
        const [known] = eventsText([one]).split('\n')
        const value = JSON.parse(known ?? '') as ThinkingRecord
        const line = {
          ...value,
          ...top,
          tool_calls: value.tool_calls.map((call) => ({ ...call, ...inCall })),
          record: { ...value.record, ...inRecord },
        }
        const read = readText(JSON.stringify(line))
        expect(read.faults).toEqual([])
        expect(JSON.parse(eventsText(read.events))).toEqual(JSON.parse(JSON.stringify(line)))
        expect(eventsText(readText(eventsText(read.events)).events)).toBe(eventsText(read.events))
        // A later extraction does not know them.
        expect(eventsText(withSession(read.events, [one], 'transcript'))).toContain(
          Object.keys(top).length === 0 ? '' : JSON.stringify(Object.keys(top)[0]),
        )
        expect(eventsText([one, ...read.events])).toBe(eventsText([...read.events, one]))
      }),
    )
  })

  test('a number with more digits than a number has keeps the line as it is', () => {
    const line = eventsText([made('1', {})]).replace(/}\n$/, ',"score":12345678901234567890}')
    const read = readText(line)
    expect(eventsBytes(read.events, read.others).toString()).toBe(`${line}\n`)
    const short = line.replace('12345678901234567890', '0.5')
    expect(readText(short).faults).toEqual([])
  })

  test('the same events make the same text in any order of their fields', () => {
    fc.assert(
      fc.property(graphs, events, (name, all) => {
        const turned = all.map((one) => Object.fromEntries(Object.entries(one).reverse()) as unknown as ThinkingRecord)
        expect(textOf(name, [turned])).toBe(textOf(name, [all]))
        expect(eventsText(turned)).toBe(eventsText(all))
      }),
    )
  })

  test('a graph of another kind or version is refused', () => {
    const graph = openGraph('file')
    graph.ingest([])
    expect(() => openGraph('session').deserialize(graph.serialize())).toThrow('no graph of kind session')
    expect(() => openGraph('file').deserialize({ ...graph.serialize(), version: 99 })).toThrow('no graph of kind file')
  })
})

const made = (id: string, change: Partial<ThinkingRecord>): ThinkingRecord => ({
  id,
  session_id: 's1',
  timestamp: `2026-01-01T00:00:0${id}.000Z`,
  type: 'decision',
  summary: 'Something else entirely',
  raw_thinking: '',
  model_output: '',
  tool_calls: [],
  files_affected: [],
  prompt_context: '',
  commit_id: null,
  record: { source: 's1.jsonl', line: Number(id) },
  status: 'unknown',
  evidence: null,
  ...change,
})

describe('answers of graphs', () => {
  const tables = made('1', { summary: 'Use lookup tables in the tokenizer', files_affected: ['src/tokenizer.ts'] })
  const cache = made('2', { summary: 'Cache the tokenizer output', files_affected: ['src/tokenizer.ts'], session_id: 's2' })
  const other = made('3', { summary: 'Paint the lighthouse red', files_affected: ['lights.ts'], session_id: 's3' })
  const dropped = made('4', {
    type: 'rejection',
    summary: 'No lookup tables: they are too slow',
    session_id: 's2',
    files_affected: ['src/tokenizer.ts'],
  })
  const all = [tables, cache, other, dropped]
  const query = (name: (typeof graphNames)[number], prompt: string, files: readonly string[] = []): readonly string[] => {
    const graph = openGraph(name)
    graph.ingest(all)
    return graph.query(prompt, files).map(({ id }) => id)
  }

  test('the tree of files gives the history of a file that is hinted', () => {
    expect(query('file', 'hello', ['src/tokenizer.ts'])).toEqual(expect.arrayContaining(['1', '2', '4']))
    expect(query('file', 'hello', ['src/tokenizer.ts'])).not.toContain('3')
  })

  test('the graph of sessions walks from the newest session backward', () => {
    const order = query('session', 'tokenizer lookup tables lighthouse')
    expect(order[0]).toBe('3')
    expect(order.indexOf('4')).toBeLessThan(order.indexOf('1'))
  })

  test('the graph of decisions follows what depends on and conflicts with a decision', () => {
    expect(query('decision', 'lookup tables')).toEqual(expect.arrayContaining(['1', '4', '2']))
    expect(query('decision', 'lookup tables')).not.toContain('3')
  })

  test('a session is built on the one that it continues, else on those of its files, else on the one before', () => {
    const graph = openGraph('session')
    const forked = made('5', { session_id: 's4', record: { source: 's4.jsonl', line: 1, continues: 's1' } })
    const alone = made('6', { session_id: 's5' })
    graph.ingest([...all, forked, alone])
    const { sessions } = graph.serialize() as { sessions: { session: string; built_on: unknown[] }[] }
    expect(Object.fromEntries(sessions.map(({ session, built_on: on }) => [session, on]))).toEqual({
      s1: [],
      s2: [{ session: 's1', by: 'files' }],
      s3: [{ session: 's2', by: 'time' }],
      s4: [{ session: 's1', by: 'session' }],
      s5: [{ session: 's4', by: 'time' }],
    })
  })

  test('a prompt that shares no word and no file finds nothing', () => {
    for (const name of graphNames) expect(query(name, 'zeppelin')).toEqual([])
  })
})

describe('edges between decisions', () => {
  const decided = (id: string, line: number, timestamp: string): DecidedEvent => ({
    id,
    timestamp,
    type: 'decision',
    summary: `Use a lamp of kind ${id}`,
    files_affected: ['src/lamp.ts'],
    record: { source: 's1.jsonl', line },
    status: 'unknown',
    evidence: null,
  })

  test('a decision without a time builds on none, and none builds on it', () => {
    const dated = [decided('one', 1, '2026-01-02T03:04:05.000Z'), decided('three', 3, '2026-01-03T03:04:05.000Z')] as const
    const [first, last] = dated
    expect(edgesBetween([decided('two', 2, ''), first, last])).toEqual([{ from: 'three', to: 'one', kind: 'depends_on' }])
    expect(edgesBetween([first, decided('two', 2, ''), last])).toEqual([{ from: 'three', to: 'one', kind: 'depends_on' }])
  })
})
