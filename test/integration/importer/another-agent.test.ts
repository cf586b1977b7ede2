/** A second agent is a folder and a line: its sessions are imported, classified, read, searched, measured and exported beside others. */
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWithAgent, type BuiltProduct } from '../../support/build-with-agent.ts'
import { conversation } from '../../support/conversation.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { writeConversation } from '../../support/write-conversation.ts'

const session = '7a11e000-0000-4000-8000-000000000001'
const journal = [
  { by: 'note', second: 1_767_225_600, tally: '0.3', desk: '/home/ada/farm' },
  { by: 'person', second: 1_767_225_601, desk: '/home/ada/farm', words: 'Count the sheep in the marigold meadow' },
  { by: 'machine', second: 1_767_225_603, turn: 't1', mind: 'abacus-1', words: 'I write the count down.', spent: { in: 120, out: 7 } },
  {
    by: 'machine',
    second: 1_767_225_604,
    turn: 't1',
    mind: 'abacus-1',
    use: { key: 'k1', tool: 'jot', page: '/home/ada/farm/count.txt', words: 'forty-two\n' },
  },
  { by: 'tool', second: 1_767_225_605, key: 'k1', words: 'written' },
  { by: 'machine', second: 1_767_225_606, turn: 't2', mind: 'abacus-1', use: { key: 'k2', tool: 'abacus', run: 'wc -l count.txt' } },
  { by: 'tool', second: 1_767_225_607, key: 'k2', words: '1 count.txt' },
  { by: 'machine', second: 1_767_225_609, turn: 't3', mind: 'abacus-1', words: 'Forty-two sheep.', spent: { in: 200, out: 4 } },
]
const lines = journal.map((line) => `${JSON.stringify(line)}\n`).join('')

let product: BuiltProduct
let dir = ''
let store = ''
let journals = ''
let file = ''

const strata = (...args: readonly string[]): string => {
  const { code, out, err } = product.strata(store, ...args)
  expect([args[0], code, err]).toEqual([args[0], 0, ''])
  return out
}
/** The last commit of the sessions of an agent. */
const tipOf = (agent: string): string => {
  const last = `SELECT commit_id FROM commits WHERE template LIKE '${agent}/%' ORDER BY position DESC LIMIT 1`
  return strata('sql', last, '--csv').split('\n')[1] ?? ''
}
const tip = (): string => tipOf('tally')
const claudeTip = (): string => tipOf('claude-code')

beforeAll(async () => {
  product = await buildWithAgent('tally', 'test/support/tally/tally.ts')
  dir = tempDir()
  store = path.join(dir, 'store')
  journals = path.join(dir, '.tally', 'journals')
  file = path.join(journals, `${session}.tally.jsonl`)
  mkdirSync(journals, { recursive: true })
  writeFileSync(file, lines)
  const talk = conversation().human('Count the cows in the clover meadow').agent('Seven cows.')
  const { projects } = writeConversation(path.join(dir, '.claude'), talk)
  strata('import', projects, path.join(dir, '.tally'))
})
afterAll(() => product.remove())

test('one file outside its folder is changed for an agent: the list of agents', () => {
  expect(product.changed).toEqual(['importer/agents.ts'])
})

test('sessions of both agents are in one store, each under the name of its agent', () => {
  const sources = 'SELECT agent, count(*) AS files FROM sources GROUP BY agent ORDER BY agent'
  expect(strata('sql', sources, '--csv')).toBe('agent,files\nclaude-code,1\ntally,1\n')
  const commits = 'SELECT DISTINCT format, template FROM commits ORDER BY format'
  expect(strata('sql', commits, '--csv')).toBe('format,template\nclaude-code-v1,claude-code/cli\ntally-v1,tally/desk\n')
})

test('its records have the classes that its rules give', () => {
  const ledger = strata('ledger', '--session', session)
  for (const [name, records] of [
    ['human_prompt', 1],
    ['tool_result', 2],
    ['reply', 4],
    ['bookkeeping', 1],
  ] as const)
    expect(ledger).toMatch(new RegExp(`${name} +${records}\\b`))
  const rules = `SELECT DISTINCT rule FROM records WHERE session_id = '${session}' ORDER BY rule`
  expect(strata('sql', rules, '--csv')).toBe('rule\ntally/machine\ntally/note\ntally/person\ntally/tool\n')
})

test('its conversation is read, with the results of tools beside their calls', () => {
  const shown = strata('show', tip())
  expect(shown).toContain('(tally-v1)')
  expect(shown).toMatch(/human.*\n +Count the sheep in the marigold meadow/)
  expect(shown).toMatch(/jot .*count\.txt.*\n.*written/)
  expect(shown).toMatch(/abacus .*\n.*1 count\.txt/)
})

test('its texts are found beside those of other agents', () => {
  const found = strata('search', 'meadow')
  expect(found).toContain('marigold')
  expect(found).toContain('clover')
  expect(strata('search', 'forty-two')).toContain('jot call')
})

test('its tools and tokens are in the metrics', () => {
  const tools = strata('ask', 'tools', '--session', session)
  expect(tools).toMatch(/abacus +n\/a +1 +1/)
  expect(tools).toMatch(/jot +n\/a +1 +1/)
  const tokens = 'SELECT sum(input_tokens)::INTEGER AS input, sum(output_tokens)::INTEGER AS output FROM token_usage WHERE NOT is_copy'
  expect(strata('sql', `${tokens} AND session_id = '${session}'`, '--csv')).toBe('input,output\n320,11\n')
})

test('the files that its tools write are known, line by line', () => {
  expect(strata('files', '--session', session)).toContain('/home/ada/farm/count.txt')
  expect(strata('blame', '/home/ada/farm/count.txt')).toMatch(/^ctx-\w+ .* 1 +forty-two\n/)
})

test('its conversation is exported in every form', () => {
  for (const form of ['markdown', 'html', 'messages', 'claude-code', 'events-v1']) {
    const out = path.join(dir, `exported.${form}`)
    strata('export', tip(), '--for', form, '--out', out)
    expect([form, readFileSync(out, 'utf8')]).toEqual([form, expect.stringContaining('Forty-two sheep.')])
  }
})

test('its lines are stored byte for byte: an artifact has them, and its file is restored', () => {
  expect(product.strata(store, 'materialize', tip(), '--format', 'tally-v1').out).toBe(lines)
  strata('restore', session, '--to', path.join(dir, 'restored'))
  const restored = readdirSync(path.join(dir, 'restored'), { recursive: true })
    .map(String)
    .find((name) => name.endsWith('.tally.jsonl'))
  expect(readFileSync(path.join(dir, 'restored', restored ?? ''), 'utf8')).toBe(lines)
})

test('nothing is written in its format, and the message names one that can be', () => {
  const { code, err } = product.strata(store, 'materialize', claudeTip(), '--format', 'tally-v1')
  expect([code === 0, err]).toEqual([false, expect.stringContaining('use events-v1')])
})

test('a file that grows continues its session, and an index that is built again says the same', () => {
  appendFileSync(file, `${JSON.stringify({ by: 'person', second: 1_767_225_700, desk: '/home/ada/farm', words: 'And the goats?' })}\n`)
  strata('import', path.join(dir, '.tally'))
  const prompts = ['sql', `SELECT human_prompts AS prompts FROM sessions WHERE session_id = '${session}'`, '--csv'] as const
  expect(strata(...prompts)).toBe('prompts\n2\n')
  expect(strata('verify')).toContain('no faults')
  const before = strata('log', '-n', '100')
  strata('reindex')
  expect(strata('log', '-n', '100')).toBe(before)
  expect(strata(...prompts)).toBe('prompts\n2\n')
})
