/** Two groups of sessions compared by a metric. */
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { metricCatalog } from '../../../../app/analytics/metrics/metric-catalog.ts'
import type { ComparedAnswer, ComparedMeasure } from '../../../../app/contract/analytics.ts'
import type { CallInput } from '../../../../app/contract/calls.ts'
import { openEngine, type Engine } from '../../../../app/engine/engine.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

/** Sessions with one prompt and `calls` calls of a tool; those of the boat are later and of another model. */
const talk = (cwd: string, day: number, calls: number, model: string): Conversation => {
  const start = `2026-03-${String(day).padStart(2, '0')}T10:00:00Z`
  const made = conversation({ seed: `${cwd} ${day}`, cwd, start, model }).human('turn it')
  for (let call = 0; call < calls; call += 1) made.runs('turn', 'turned')
  return made.agent('done')
}
const sonnet = 'claude-sonnet-4-5-20250929'
const opus = 'claude-opus-4-5-20251101'
const garden = [1, 2, 3, 4, 5, 6].map((day) => talk('/home/sam/garden', day, day, sonnet))
const boat = [11, 12, 13, 14, 15, 16].map((day) => talk('/home/sam/boat', day, day, opus))
const quiet = talk('/home/sam/boat', 20, 0, opus)

let engine: Engine
let storeDir = ''
beforeAll(async () => {
  storeDir = path.join(tempDir(), 'store')
  const { projects } = writeConversation(tempDir(), ...garden, ...boat, quiet)
  await importInto(storeDir, [projects])
  // The engine of the tests uses its store: commands have another.
  const engineDir = path.join(tempDir(), 'store')
  await importInto(engineDir, [projects])
  engine = await openEngine({ storeDir: engineDir })
})
afterAll(() => engine.close())

type Groups = CallInput<'analytics.compare'>['groups']
const compare = (name: string, groups: Groups, more: Partial<CallInput<'analytics.compare'>> = {}): Promise<ComparedAnswer> =>
  engine.ask('analytics.compare', { name, zone: 'UTC', groups, ...more })

const byProject: Groups = [{ project: '/home/sam/garden' }, { project: '/home/sam/boat' }]
const measure = ({ rows }: ComparedAnswer, column: string, of: Readonly<Record<string, unknown>> = {}): ComparedMeasure | undefined =>
  rows.find((row) => row.column === column && Object.entries(of).every(([name, value]) => row.of[name] === value))

test('each session is one value: medians, quartiles, the difference and its interval', async () => {
  const answer = await compare('amplification', byProject)
  expect(answer).toMatchObject({ sessions: [6, 7], shared: 0, confidence: 0.95, resamples: 2000 })
  const calls = measure(answer, 'tool_calls')
  expect(calls?.groups).toEqual([
    { n: 6, whole: 21, mean: 3.5, median: 3.5, p25: 2.25, p75: 4.75 },
    { n: 7, whole: 81, mean: 81 / 7, median: 13, p25: 11.5, p75: 14.5 },
  ])
  expect(calls?.medians?.value).toBe(9.5)
  expect(calls?.medians?.low).toBeGreaterThan(0)
  expect(calls?.absent).toBeNull()
})

test('a number of a whole group is that of the same metric with its filter', async () => {
  for (const name of ['amplification', 'cost', 'tokens', 'agent-minutes']) {
    const answer = await compare(name, byProject)
    for (const [at, project] of ['/home/sam/garden', '/home/sam/boat'].entries()) {
      const { rows } = await engine.ask('analytics.ask', { name, zone: 'UTC', filters: { project } })
      for (const row of answer.rows) expect([name, row.column, row.groups[at]?.whole]).toEqual([name, row.column, rows[0]?.[row.column]])
    }
  }
})

test('a session without a call of a tool made 0 calls of it, and has no median time of it', async () => {
  const answer = await compare('tools', byProject)
  expect(measure(answer, 'calls', { tool_name: 'Bash' })?.groups.map(({ n }) => n)).toEqual([6, 7])
  expect(measure(answer, 'chars_median', { tool_name: 'Bash' })?.groups.map(({ n }) => n)).toEqual([6, 6])
})

test('groups are distinguished by day, model and client version, and the filters restrict both', async () => {
  const day = Date.parse('2026-03-10T00:00:00Z')
  const byDay = await compare('amplification', [{ until: day }, { since: day }])
  expect(byDay.sessions).toEqual([6, 7])
  expect((await compare('amplification', [{ model: sonnet }, { model: opus }])).sessions).toEqual([6, 7])
  const { rows } = await engine.ask('analytics.ask', { name: 'amplification', by: 'version', zone: 'UTC' })
  const version = String(rows[0]?.['group_name'])
  const byVersion = await compare('amplification', [{ version }, { version: '0.0.1' }])
  expect(byVersion.sessions).toEqual([13, 0])
  expect(measure(byVersion, 'tool_calls')?.groups[0].whole).toBe(rows[0]?.['tool_calls'])
  const early = await compare('amplification', byProject, { filters: { until: Date.parse('2026-03-04T00:00:00Z') } })
  expect(early.sessions).toEqual([3, 0])
})

test('a session on both sides of a day is in both groups, and the answer says how many are', async () => {
  const at = Date.parse('2026-03-05T10:00:00Z')
  const answer = await compare('amplification', [{ until: at + 900_000 }, { since: at }])
  expect(answer).toMatchObject({ sessions: [5, 9], shared: 1 })
})

test('a group without sessions, or with few, has no difference, and the answer says why', async () => {
  const empty = await compare('amplification', [{ project: '/home/sam/garden' }, { project: '/nowhere' }])
  expect(empty.notes).toContain('n/a: the second group has no session: no event matches its filters')
  expect(measure(empty, 'tool_calls')).toMatchObject({
    medians: null,
    means: null,
    absent: 'an interval requires 5 sessions with a value in each group',
  })
})

test('every metric is compared, or says why it cannot be; the answer is the same each time', async () => {
  for (const [name, { groupings, notCompared, needs = [] }] of Object.entries(metricCatalog)) {
    if (needs.length > 0) continue
    const answer = await compare(name, byProject)
    const cannot = notCompared ?? (groupings.includes('session') ? undefined : 'it has no number of each session')
    const isBarred = cannot !== undefined
    expect([name, answer.notes.includes(`n/a: ${name} cannot be compared: ${cannot ?? ''}`)]).toEqual([name, isBarred])
    expect(await compare(name, byProject)).toEqual(answer)
  }
})

test('a filter of the question and of a group is refused', async () => {
  const both = compare('amplification', byProject, { filters: { project: '/home/sam/garden' } })
  await expect(both).rejects.toMatchObject({ code: 'invalid-input' })
})

test('strata ask --compare prints both groups, the difference with its interval, JSON and CSV', () => {
  const ask = (...args: readonly string[]) => strata(storeDir, 'ask', 'amplification', '--time-zone', 'UTC', ...args)
  const { out, code } = ask('--compare', 'day=2026-03-10')
  expect(code).toBe(0)
  expect(out).toContain('A: before 2026-03-10, 6 sessions\nB: from 2026-03-10, 7 sessions\n')
  expect(out).toMatch(/^Tool calls +6 +3\.5 \(2\.25–4\.75\) +7 +13 \(11\.5–14\.5\) +\+9\.5 \[\+\d/m)
  const groups = ['--compare', 'project=/home/sam/garden', '--compare', 'project=/home/sam/boat']
  expect(JSON.parse(ask(...groups, '--json').out)).toMatchObject({
    sessions: [6, 7],
    groups: ['project /home/sam/garden', 'project /home/sam/boat'],
  })
  expect(ask(...groups, '--csv').out).toMatch(/^column,a_n,a_whole,a_mean,.*means_high\r\nprompts,6,6,1,1,1,1,7,7,/)
  expect(strata(storeDir, 'ask', 'turns', '--compare', 'day=2026-03-10').out).toContain('n/a: turns cannot be compared')
})

test('a group that is none is refused with what is accepted', () => {
  const refused = (...args: readonly string[]) => strata(storeDir, 'ask', 'cost', ...args)
  expect(refused('--compare', 'modell=x')).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean model?') as unknown })
  expect(refused('--compare', 'model=x').err).toContain('Give --compare twice')
  expect(refused('--compare', 'day=2026-03-01', '--compare', 'model=x').err).toContain('Give --compare twice')
  expect(refused('--compare', 'day=2026-03-01', '--by', 'project').err).toContain('--compare cannot be used with --by')
})
