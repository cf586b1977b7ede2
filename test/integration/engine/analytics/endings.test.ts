/** How sessions ended: by what their client wrote, else by the last event of the main chain. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { sessionEndings } from '../../../../app/model/session-ending.ts'
import { asking, pick } from '../../../support/asking.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const talk = (seed: string): Conversation => conversation({ seed, cwd: `/home/sam/${seed}`, start: '2026-01-05T09:00:00Z' }).human('tie it')

const talks = (): readonly Conversation[] => [
  talk('response').runs('tie', 'tied').agent('It is tied.'),
  talk('question').agent('Two knots are possible.\n\n**Which one do you want?**'),
  talk('mention').agent('You asked "which one?" before. I tied both.'),
  talk('either').agent('I looked.\n\nWhich one do you want? I can tie either.'),
  talk('asked').calls('AskUserQuestion', { questions: [] }),
  talk('beside').calls('AskUserQuestion', { questions: [] }).calls('Bash', { command: 'ls' }),
  talk('one').calls('AskUserQuestion', { questions: [] }).calls('Bash', { command: 'ls' }).result('last', 'a'),
  talk('both').parallel([
    { tool: 'AskUserQuestion', input: { questions: [] }, result: 'yes' },
    { tool: 'Bash', input: { command: 'ls' }, result: 'a' },
  ]),
  talk('answered').calls('AskUserQuestion', { questions: [] }).calls('Bash', { command: 'ls' }).result('first', 'yes'),
  talk('stopped').agent('I begin').interrupt(),
  talk('silent'),
  talk('open').calls('Bash', { command: 'sleep 100' }),
  talk('thinking').runs('tie', 'tied').thinks('now the other end'),
  talk('command').agent('It is tied.').command('/model', 'opus', 'Set'),
  talk('agent')
    .subagent({ prompt: 'p' }, (agent) => agent.agent('which one?'))
    .agent('done'),
]

test('the last event of the main chain decides the ending where the client wrote none', async () => {
  await asking(talks(), async (ask) => {
    const rows = pick(await ask('ending-list'), 'project', 'ending', 'rule').map(([project, ...more]) => [
      String(project).replace('/home/sam/', ''),
      ...more,
    ])
    expect(Object.fromEntries(rows.map(([name, ...more]) => [name, more.join(': ')]))).toEqual({
      response: 'finished: response',
      question: 'handed over: question',
      mention: 'finished: response',
      either: 'handed over: question',
      asked: 'handed over: open question',
      beside: 'handed over: open question',
      one: 'handed over: open question',
      both: 'abandoned: inside a turn',
      answered: 'abandoned: inside a turn',
      stopped: 'interrupted: interruption',
      silent: 'abandoned: prompt without reply',
      open: 'abandoned: call without result',
      thinking: 'abandoned: inside a turn',
      command: 'finished: response',
      agent: 'finished: response',
    })
  })
})

test('endings are counted by group, add up to the sessions, and each opens its sessions', async () => {
  await asking(talks(), async (ask) => {
    const rows = await ask('endings')
    expect(pick(rows, 'ending', 'sessions', 'recorded')).toEqual([
      ['abandoned', 5, 0],
      ['handed over', 5, 0],
      ['finished', 4, 0],
      ['interrupted', 1, 0],
    ])
    for (const row of rows) {
      const found = await ask('ending-list', { parameters: { outcome: String(row['ending']) } })
      expect(found).toHaveLength(Number(row['sessions']))
    }
    const byProject = await ask('endings', { by: 'project' })
    expect(byProject).toHaveLength(15)
    const [only] = await ask('endings', { filters: { project: '/home/sam/question' } })
    expect(only).toMatchObject({ ending: 'handed over', sessions: 1, share: 1 })
  })
})

test('a session whose transcript changed in the last half hour may continue: its ending is unknown', async () => {
  const now = conversation({ seed: 'now', cwd: '/home/sam/now', start: new Date(Date.now() - 120_000).toISOString() }).human('tie it')
  await asking([now], async (ask) => {
    expect(pick(await ask('ending-list'), 'ending', 'rule')).toEqual([['unknown', 'may continue']])
  })
})

test('the list of sessions shows, filters and counts the same endings', async () => {
  const storeDir = tempDir()
  await importInto(storeDir, [writeConversation(tempDir(), ...talks()).projects])
  await withEngine(storeDir, async (engine) => {
    const byId = (rows: readonly (readonly string[])[]) => [...rows].sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
    const { rows } = await engine.ask('analytics.ask', { name: 'ending-list', zone: 'UTC' })
    const asked = byId(rows.map((row) => ['session_id', 'ending', 'rule'].map((name) => String(row[name]))))
    const page = await engine.ask('sessions.list', { everything: true, sort: 'ending', descending: false })
    expect(byId(page.rows.map(({ sessionId, ended }) => [sessionId, ended?.ending ?? '', ended?.rule ?? '']))).toEqual(asked)
    expect(page.rows.map(({ ended }) => ended?.ending)).toEqual(page.rows.map(({ ended }) => ended?.ending).sort())
    for (const ending of sessionEndings) {
      const found = await engine.ask('sessions.list', { everything: true, ending })
      expect(found.rows.map(({ ended }) => ended?.ending)).toEqual(found.rows.map(() => ending))
      expect(page.endings.find((each) => each.ending === ending)?.sessions).toBe(found.total)
    }
    expect(await engine.ask('session.show', { sessionId: page.rows[0]?.sessionId ?? '' })).toMatchObject({ ended: page.rows[0]?.ended })
  })
})

test('the ending is of the moment of the question: half an hour later it is known, though nothing was written', async () => {
  onTestFinished(() => void vi.useRealTimers())
  const start = Date.parse('2026-01-05T09:00:00Z')
  vi.useFakeTimers({ toFake: ['Date'], now: start + 60_000 })
  const storeDir = tempDir()
  await importInto(storeDir, [writeConversation(tempDir(), talk('later').agent('It is tied.')).projects])
  await withEngine(storeDir, async (engine) => {
    const shown = async (): Promise<unknown> => {
      const ask = async (name: string) => (await engine.ask('analytics.ask', { name, zone: 'UTC' })).rows
      const endings = [pick(await ask('ending-list'), 'ending', 'rule'), pick(await ask('endings'), 'ending', 'sessions')]
      const { rows } = await engine.ask('sessions.list', { everything: true })
      return [...endings, rows[0]?.ended]
    }
    expect(await shown()).toEqual([[['unknown', 'may continue']], [['unknown', 1]], { ending: 'unknown', rule: 'may continue' }])
    vi.setSystemTime(start + 45 * 60_000)
    expect(await shown()).toEqual([[['finished', 'response']], [['finished', 1]], { ending: 'finished', rule: 'response' }])
  })
})
