/** A number that leads somewhere leads to exactly what it counts, in every metric and grouping. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { metricCatalog } from '../../../../app/analytics/metrics/metric-catalog.ts'
import type { AnalyticsAnswer, AnalyticsColumn } from '../../../../app/contract/analytics.ts'
import { openEngine, type Engine } from '../../../../app/engine/engine.ts'
import type { Grouping } from '../../../../app/model/metric.ts'
import { askedOf } from '../../../../renderer/screens/analytics/query-from-address.ts'
import { openedBy, type AnswerRow } from '../../../../renderer/screens/analytics/drill-down.ts'
import { analyticsAddress } from '../../../../renderer/screens/analytics/address.ts'
import type { AnalyticsAddress } from '../../../../renderer/screens/analytics/address.ts'
import { conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { twoProjects } from '../../../support/two-projects.ts'
import { runJob } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

let engine: Engine
const [garden, boat, short] = twoProjects()

/** Compacted early and late. */
const long = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].reduce(
  (talk, word) =>
    talk
      .human(word)
      .agent('ok')
      .wait(11 * 60_000)
      .compacts(),
  conversation({ seed: 'long', cwd: '/home/sam/shed', start: '2026-02-10T10:00:00Z' }),
)

/** Nothing happened on the days between. */
const idle = conversation({ seed: 'idle', cwd: '/home/sam/shed', start: '2026-02-01T10:00:00Z' })
  .human('a')
  .agent('b')
  .wait(72 * 3_600_000)
  .human('c')

/** A session whose records say neither when nor by which model. */
const bare = (): ReturnType<typeof conversation> => {
  const talk = conversation({ seed: 'bare', cwd: '/home/sam/shed' })
  const row = { sessionId: talk.sessionId, cwd: '/home/sam/shed', version: '2.1.330', isSidechain: false, userType: 'external' }
  const usage = { input_tokens: 1, output_tokens: 2, cache_read_input_tokens: 3, cache_creation_input_tokens: 4 }
  const said = { id: 'msg_bare', role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_bare', name: 'Bash', input: {} }], usage }
  return talk
    .raw(JSON.stringify({ ...row, uuid: 'bare-1', parentUuid: null, type: 'user', message: { role: 'user', content: 'when?' } }))
    .raw(JSON.stringify({ ...row, uuid: 'bare-2', parentUuid: 'bare-1', type: 'assistant', requestId: 'req_bare', message: said }))
}

beforeAll(async () => {
  engine = await openEngine({ storeDir: tempDir() })
  const fork = garden.fork('11111111-2222-4333-8444-555555555555').human('otherwise').agent('fine')
  await runJob(engine, 'import.start', { paths: [writeConversation(tempDir(), garden, boat, short, fork, bare(), idle, long).projects] })
})
afterAll(() => engine.close())

const metrics = async () => new Map((await engine.ask('analytics.list', {})).map((metric) => [metric.name, metric]))

const answered = async (address: AnalyticsAddress, name: string, by: Grouping): Promise<AnalyticsAnswer> => {
  const metric = (await metrics()).get(name)
  if (metric === undefined) throw new Error(name)
  return engine.ask('analytics.ask', { ...askedOf(metric, address, by), limit: 100_000 })
}

/** What the rows that opened amount to. */
const countedIn = (answer: AnalyticsAnswer, { name, unit }: AnalyticsColumn): number => {
  const { rows, question: metric } = answer
  if (unit === 'count' && metric.name !== 'unpriced-models') return rows.length
  const names: Readonly<Record<string, string>> = {
    unpriced_replies: 'replies',
    response_chars: 'chars',
    added_chars: 'chars',
    delta_bytes: 'bytes',
    shared_bytes: 'bytes',
    lostTokens: 'lost_tokens',
  }
  const added = names[name] ?? name
  return rows.reduce((sum, row) => sum + Number(row[added]), 0)
}

/** Numbers that the rows they open add up to; others lead to what they are of. */
const addsUp = ({ name, unit }: AnalyticsColumn): boolean =>
  ['count', 'tokens', 'chars'].includes(unit) || name === 'delta_bytes' || name === 'shared_bytes'

/** Several numbers of a row may open the same rows: those are asked for once. */
const opened = new Map<string, Promise<AnalyticsAnswer>>()

const openedAt = (place: AnalyticsAddress, metric: string): Promise<AnalyticsAnswer> => {
  const key = JSON.stringify([place, metric])
  const found = opened.get(key) ?? answered(place, metric, 'total')
  opened.set(key, found)
  return found
}

const wrongNumbers = async (name: string, by: Grouping, filters: Readonly<Record<string, string>> = {}): Promise<readonly unknown[]> => {
  const address: AnalyticsAddress = { ...analyticsAddress, fields: { zone: 'Europe/Berlin', ...filters } }
  const answer = await answered(address, name, by)
  const wrong: unknown[] = []
  for (const row of answer.rows as readonly AnswerRow[])
    for (const column of answer.question.columns.filter(addsUp)) {
      const place = openedBy(column, row, address, by)
      if (row[column.name] === 0 || row[column.name] === null || place?.view !== 'analytics' || place.metric === undefined) continue
      const found = await openedAt(place, place.metric).then(
        (rows) => countedIn(rows, column),
        (failure: unknown) => String(failure),
      )
      if (found !== row[column.name]) wrong.push([by, column.name, row['group_name'] ?? row['day'], row[column.name], place.fields, found])
    }
  return wrong
}

const asked = Object.entries(metricCatalog).filter(([, { needs }]) => needs === undefined)

test.each(asked)('every number of %s opens as many as it says', async (name, { groupings }) => {
  for (const by of ['total', ...groupings.filter((each) => each !== 'total')] as const)
    expect.soft((await wrongNumbers(name, by)).map((one) => JSON.stringify(one))).toEqual([])
})

const narrowed = [
  { model: 'claude-opus-4-5-20251101' },
  { model: '(none)' },
  { chains: 'main' },
  { chains: 'sidechains' },
  { project: '/home/sam/garden' },
  { since: '2026-02-02', until: '2026-02-03' },
]

test.each(asked)('every number of %s opens as many rows as it shows, with any filter', async (name) => {
  for (const filters of narrowed) expect.soft((await wrongNumbers(name, 'total', filters)).map((one) => JSON.stringify(one))).toEqual([])
})
