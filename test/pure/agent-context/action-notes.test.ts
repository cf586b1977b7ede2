/** What is said before an edit or a command. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noteForCommand, noteForFile } from '../../../app/agent-context/action-notes.ts'
import { commandKey, fieldIn, isLooking } from '../../../app/agent-context/command-key.ts'
import { graphText } from '../../../app/agent-context/graphs/graph.ts'
import { openGraph } from '../../../app/agent-context/graphs/open-graph.ts'
import { eventsWith, failureOf, scanEvents } from '../../../app/agent-context/scan-graph.ts'
import { sizeTokens, weightsOf } from '../../../app/model/estimate-tokens.ts'
import { sizeOfText } from '../../../app/model/text-size.ts'
import type { EventNode, ToolCallSummary } from '../../../app/agent-context/thinking-record.ts'

const bash = (command: string, outcome: ToolCallSummary['outcome']): ToolCallSummary => ({
  tool_name: 'Bash',
  input_summary: JSON.stringify({ command, description: 'x' }).slice(0, 200),
  outcome,
})
const edit = (path: string, outcome: ToolCallSummary['outcome'] = 'success'): ToolCallSummary => ({
  tool_name: 'Edit',
  input_summary: JSON.stringify({ file_path: path, old_string: 'a' }),
  outcome,
})

let line = 0
const event = (change: Partial<EventNode>): EventNode => ({
  id: `th-${String((line += 1))}`,
  session_id: 'aaaa1111-0000',
  timestamp: '2026-01-02T03:04:05.000Z',
  type: 'raw',
  summary: '',
  tool_calls: [],
  files_affected: [],
  prompt_context: '',
  commit_id: null,
  record: { source: 's.jsonl', line },
  status: 'unknown',
  evidence: null,
  ...change,
})

const root = '/home/dev/harbour'
const graphOf = (events: readonly EventNode[]): Buffer => {
  const graph = openGraph('file')
  graph.ingest(events)
  return Buffer.from(graphText(graph.serialize()))
}
const plain = (text: string): string => text
const before = (events: readonly EventNode[], command: string): string | undefined => {
  const [graph, key] = [graphOf(events), commandKey(command, root)]
  return noteForCommand(eventsWith(graph, '"type":"rejection"'), failureOf(graph, key), key)?.text(plain)
}
const editing = (events: readonly EventNode[], path: string): string | undefined =>
  noteForFile(eventsWith(graphOf(events), JSON.stringify(path)), path)?.text(plain)

describe('commands', () => {
  test.each([
    ['npm test', 'npm test'],
    ['cd /home/dev/harbour && npm   test 2>&1 | tail -20', 'npm test'],
    ['CI=1 NODE_ENV=test npm test', 'npm test'],
    ['cd "a b"; time npm test 2>/dev/null; echo $?', 'npm test'],
    ['node /home/dev/harbour/scripts/run.mjs', 'node scripts/run.mjs'],
    ['a && b', 'a && b'],
    ['cd x', 'cd x'],
  ])('%s is the attempt %s', (command, key) => {
    expect(commandKey(command, root)).toBe(key)
  })

  test('a key of a key is the key', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 100 }),
        fc.constantFrom('', 'cd a && ', 'A=1 '),
        fc.constantFrom('', ' 2>&1', ' | tail -1'),
        (text, head, tail) => {
          const key = commandKey(`${head}${text}${tail}`, root)
          expect(commandKey(key, root)).toBe(key)
        },
      ),
    )
  })

  test('a field is read from an input that is cut anywhere', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(40), (command, length) => {
        const found = fieldIn(JSON.stringify({ command, more: 1 }).slice(0, length + 12), 'command')
        expect(found === undefined || command.startsWith(found.replace(/[\ud800-\udbff]$/, ''))).toBe(true)
      }),
    )
  })

  test('commands that only look are no attempts', () => {
    expect(isLooking('grep -r lamp src')).toBe(true)
    expect(isLooking('git diff')).toBe(true)
    expect(isLooking('npm test')).toBe(false)
    expect(isLooking('git push')).toBe(false)
  })
})

describe('notes before a command', () => {
  test('a command that failed last is noted, with its record, also in another form', () => {
    const events = [event({ tool_calls: [bash('cd /x && npm run build 2>&1 | tail -5', 'error')], commit_id: 'ctx-1a2b3c4d' })]
    expect(before(events, 'npm run build')).toBe(
      'Recorded for `npm run build` in earlier work (quoted history):\n- It failed when it was run last (ctx-1a2b3c4d, 2026-01-02)',
    )
    expect(before(events, 'npm run lint')).toBeUndefined()
  })

  test('a later success settles a failure', () => {
    const failed = event({ tool_calls: [bash('npm run build', 'error')] })
    expect(before([failed, event({ tool_calls: [bash('npm run build', 'success')] })], 'npm run build')).toBeUndefined()
    expect(before([failed, event({ tool_calls: [bash('npm run build', 'error')] })], 'npm run build')).toContain('2 times')
  })

  test('the calls of a passage with several events count once', () => {
    const calls = [bash('npm run build', 'error')]
    const one = event({ type: 'decision', tool_calls: calls })
    expect(before([one, { ...one, id: 'th-other', type: 'rejection' }], 'npm run build')).not.toContain('times')
  })

  test('a rejection that names the command is noted', () => {
    const events = [event({ type: 'rejection', summary: 'No, never use git push here' })]
    expect(before(events, 'git push origin main')).toContain('Rejected: No, never use git push here (session aaaa1111')
    expect(before(events, 'git pull')).toBeUndefined()
  })
})

describe('notes before an edit', () => {
  const path = 'src/lamps.ts'
  test('rejections come before decisions, the newest first, and three at most', () => {
    const events = [
      event({ type: 'decision', summary: 'one', files_affected: [path], tool_calls: [edit(path)] }),
      event({ type: 'rejection', summary: 'two', files_affected: [path] }),
      event({ type: 'rejection', summary: 'three', files_affected: [path] }),
      event({ type: 'decision', summary: 'four', files_affected: [path], tool_calls: [edit(path)] }),
    ]
    const [, ...lines] = editing(events, path)?.split('\n') ?? []
    expect(lines.map((each) => /: (\w+)/.exec(each)?.[1])).toEqual(['three', 'two', 'four'])
  })

  test('what was tried and taken back is noted as such', () => {
    const events = [
      event({ type: 'decision', summary: 'A cache', status: 'reverted', files_affected: [path], tool_calls: [edit(path, 'reverted')] }),
    ]
    expect(editing(events, path)).toContain('Tried and taken back: A cache (session aaaa1111')
  })

  test('what was replaced or contradicted, or is gone, is not in force', () => {
    for (const status of ['superseded', 'contradicted', 'stale'] as const)
      expect(
        editing([event({ type: 'decision', summary: 'x', status, files_affected: [path], tool_calls: [edit(path)] })], path),
      ).toBeUndefined()
  })

  test('a decision that only read the file says nothing about it', () => {
    const read: ToolCallSummary = { tool_name: 'Read', input_summary: JSON.stringify({ file_path: path }), outcome: 'success' }
    expect(editing([event({ type: 'decision', summary: 'x', files_affected: [path], tool_calls: [read] })], path)).toBeUndefined()
  })

  test('no cut of a note, a summary or a command leaves a part of a private word', () => {
    const word = 'Lighthouse'
    const redact = (text: string): string => text.replaceAll(word, '[redacted]')
    for (let length = 80; length < 130; length += 1) {
      const filler = 'x'.repeat(length)
      const summary = `${filler} ${word} of the harbour`.slice(0, 119)
      const events = Array.from({ length: 3 }, (_, at) =>
        event({ type: 'rejection', summary: `${at === 0 ? summary : filler.slice(0, 100)}…`, files_affected: [path, `${word}.ts`] }),
      )
      const notes = [
        noteForFile(eventsWith(graphOf(events), JSON.stringify(path)), path),
        noteForFile(eventsWith(graphOf(events), JSON.stringify(`${word}.ts`)), `${word}.ts`),
        noteForCommand(
          [event({ type: 'rejection', summary: `never run ${filler.slice(0, 40)}` })],
          undefined,
          commandKey(`${filler.slice(0, 40)} -n ${filler} ${word}`),
        ),
      ].map((note) => note?.text(redact) ?? '')
      for (const note of notes) expect(note).toMatch(/^Recorded for /)
      for (const note of notes) expect(note).not.toMatch(/Lig/)
    }
  })

  test('nothing is said of another file, and a note has at most 300 tokens', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.oneof(fc.string({ maxLength: 120 }), fc.constant('灯'.repeat(120))),
        (one, other, summary) => {
          const events = Array.from({ length: 5 }, () => event({ type: 'rejection', summary, files_affected: [one] }))
          const note = editing(events, one) ?? ''
          expect(note.length).toBeLessThanOrEqual(700)
          expect(sizeTokens(weightsOf(null), 'injected', sizeOfText(note))).toBeLessThanOrEqual(300)
          if (one !== other) expect(editing(events, other)).toBeUndefined()
        },
      ),
    )
  })
})

test('a scan of the text gives the choices that share a word or a file with a prompt, and counts the others', () => {
  const events = [
    event({ type: 'decision', summary: 'Index the tokens by their first letter' }),
    event({ type: 'decision', summary: 'Paint the lighthouse', files_affected: ['src/lights.ts'] }),
    event({ type: 'exploration', summary: 'Let me look at the index of tokens' }),
    event({ type: 'rejection', summary: 'No boats' }),
  ]
  const text = graphOf(events).toString('utf8')
  const found = scanEvents(text, 'why do we index tokens?', ['src/lights.ts'])
  expect(found.events).toEqual([events[0], events[1]])
  expect(found.others).toBe(2)
  expect(scanEvents(text, 'zeppelin', []).events).toEqual([])
})
