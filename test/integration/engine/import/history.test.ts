/** Sessions whose transcripts the client deleted are imported from its history of prompts, and count nowhere. */
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { ImportResult } from '../../../../app/contract/import.ts'
import { conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { chainsOf, runJob, searchIn, tableDigests, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const gone = '0f7a4a6e-3a58-4d42-9a43-7a2f6c1d9b10'
const noon = Date.parse('2026-02-03T12:00:00.000Z')

const line = (fields: object): string => `${JSON.stringify({ pastedContents: {}, project: '/home/sam/src/harbour', ...fields })}\n`

/** A configuration folder with one transcript, and a history that also knows a deleted session and prompts of none. */
const configuration = () => {
  const dir = tempDir()
  const config = path.join(dir, '.claude')
  const talk = conversation({ seed: 'kept' }).human('Say hello').agent('Hello')
  const { projects } = writeConversation(config, talk)
  const history = path.join(config, 'history.jsonl')
  mkdirSync(path.join(config, 'paste-cache'))
  writeFileSync(path.join(config, 'paste-cache', '0123456789abcdef.txt'), 'a tide table\nof the year')
  const lines = [
    line({ display: 'Say hello', timestamp: noon, sessionId: talk.sessionId, project: '/home/sam/src/lighthouse' }),
    line({ display: 'Where does the ferry land?', timestamp: noon, sessionId: gone }),
    'not json at all\n',
    line({
      display: 'Read [Pasted text #1 +2 lines] and [Pasted text #2 +1 lines] and [Pasted text #3 +9 lines]',
      timestamp: noon + 60_000,
      sessionId: gone,
      pastedContents: {
        1: { id: 1, type: 'text', content: 'the harbour plan' },
        2: { id: 2, type: 'text', contentHash: '0123456789abcdef' },
        3: { id: 3, type: 'text', contentHash: 'ffffffffffffffff' },
      },
    }),
    line({ display: '!ls -la', timestamp: noon + 120_000, sessionId: gone }),
    line({ display: '/model opus', timestamp: noon + 180_000, sessionId: gone }),
    line({ display: 'An older client wrote this', timestamp: noon - 9_000_000_000 }),
    '{"display": 7}\n',
  ]
  writeFileSync(history, lines.join(''))
  return { dir, config, projects, history, talk, lines, store: path.join(dir, 'store') }
}

const importing = (store: string, folder: string): Promise<ImportResult> =>
  withEngine(store, async (engine) => (await runJob(engine, 'import.start', { paths: [folder] })).result as ImportResult)

const saidBy = async (store: string): Promise<unknown> => ({
  chains: await chainsOf(store),
  tables: await tableDigests(store, ['artifacts']),
})

const promptsOf = (store: string, session: string): readonly (readonly [string, string])[] =>
  (
    JSON.parse(strata(store, 'sql', `SELECT class, body FROM events WHERE session_id = '${session}' ORDER BY line`, '--json').out) as {
      readonly class: string
      readonly body: string
    }[]
  ).map((row) => [row.class, row.body])

test('an import of the configuration adds the prompts of deleted sessions, with what was pasted, and says so', async () => {
  const { config, store, lines } = configuration()
  const result = await importing(store, config)
  expect(result).toMatchObject({ filesFound: 1, filesImported: 1, filesFailed: 0, problems: 2 })
  expect(result.histories).toEqual([
    {
      path: path.join(config, 'history.jsonl'),
      sessions: 2,
      prompts: 5,
      changedSessions: 2,
      sessionsWithTranscript: 1,
      unnamedPrompts: 1,
      unnamedSkipped: 0,
      badLines: 2,
    },
  ])
  expect(promptsOf(store, gone)).toEqual([
    ['human_prompt', 'Where does the ferry land?'],
    ['human_prompt', 'Read the harbour plan and a tide table\nof the year and [Pasted text #3 +9 lines]'],
    ['bash_input', '!ls -la'],
    ['command', '/model opus'],
  ])
  const problems = JSON.parse(strata(store, 'problems', '--json').out) as { readonly problems: readonly object[] }
  const before = lines.slice(0, 2).join('')
  expect(problems.problems).toContainEqual(
    expect.objectContaining({ code: 'malformed-json', line: 3, byteOffset: Buffer.byteLength(before) }),
  )
  expect(problems.problems).toContainEqual(expect.objectContaining({ code: 'unknown-type', line: 8 }))
})

test('sessions of which only prompts are known are marked in lists and count in no metric', async () => {
  const { config, projects, store, dir } = configuration()
  await importing(store, config)
  const without = path.join(dir, 'without')
  rmSync(path.join(config, 'history.jsonl'))
  await importing(without, projects)
  const listed = strata(store, 'sessions').out
  expect(listed).toMatch(/0f7a4a6e-\S+ +2026-02-03 \d\d:\d\d +prompts only +n\/a +Where does the ferry land\? .* 2 +n\/a +n\/a/)
  const { sessions } = JSON.parse(strata(store, 'sessions', '--json').out) as {
    readonly sessions: readonly { kind: string; sessionId: string }[]
  }
  expect(sessions.find(({ sessionId }) => sessionId === gone)?.kind).toBe('prompts_only')
  expect(JSON.parse(strata(store, 'sessions', '--ending', 'abandoned', '--json').out)).toMatchObject({ total: 0 })
  for (const metric of [
    'sessions',
    'amplification',
    'agent-minutes',
    'cost',
    'tools',
    'turns',
    'days',
    'states',
    'records',
    'replies',
    'edits',
  ])
    expect([metric, strata(store, 'ask', metric, '--json').out]).toEqual([metric, strata(without, 'ask', metric, '--json').out])
  for (const by of ['project', 'session'])
    expect(strata(store, 'stats', '--by', by, '--json').out).toBe(strata(without, 'stats', '--by', by, '--json').out)
  const found = await withEngine(store, (engine) => searchIn(engine, 'ferry'))
  expect(found.sessions).toMatchObject([{ sessionId: gone, isPromptsOnly: true }])
  expect(strata(store, 'search', 'ferry').out).toContain('prompts only')
  expect(strata(store, 'log', gone).out).toContain('prompts only')
})

test('importing again changes nothing, growth is appended, and a transcript that appears later replaces the prompts', async () => {
  const { config, projects, history, store, talk } = configuration()
  await importing(store, config)
  const before = await saidBy(store)
  expect((await importing(store, config)).histories[0]).toMatchObject({ changedSessions: 0, sessions: 2 })
  expect(await saidBy(store)).toEqual(before)

  appendFileSync(history, line({ display: 'And where does it leave?', timestamp: noon + 240_000, sessionId: gone }))
  expect((await importing(store, config)).histories[0]).toMatchObject({ changedSessions: 1 })
  expect(promptsOf(store, gone)).toHaveLength(5)
  expect(strata(store, 'problems').out).not.toContain('rewritten')

  const found = conversation({ seed: 'found', sessionId: gone }).human('Where does the ferry land?').agent('At the east pier')
  writeConversation(config, found)
  const later = await importing(store, projects)
  expect(later.histories[0]).toMatchObject({ sessions: 1, sessionsWithTranscript: 2 })
  const { sessions } = JSON.parse(strata(store, 'sessions', '--json', '--everything').out) as {
    readonly sessions: readonly { kind: string; sessionId: string; responses: number; humanPrompts: number }[]
  }
  expect(sessions.filter(({ sessionId }) => sessionId === gone)).toMatchObject([{ kind: 'one_shot', responses: 1, humanPrompts: 1 }])
  expect(sessions.filter(({ sessionId }) => sessionId === talk.sessionId)).toHaveLength(1)
  expect(strata(store, 'verify')).toMatchObject({ code: 0 })
  expect(strata(store, 'reindex')).toMatchObject({ code: 0 })
  expect(promptsOf(store, gone)[0]).toEqual(['human_prompt', 'Where does the ferry land?'])
})

test('the history alone can be imported, and sessions with a transcript beside it are none of its own', () => {
  const { history, store, talk } = configuration()
  const out = strata(store, 'import', history).out
  expect(out).toContain('5 prompts of 2 sessions without a transcript (2 new or changed); 1 session has transcripts')
  expect(strata(store, 'sessions', '--json', '--everything').out).not.toContain(talk.sessionId)
  expect(strata(store, 'restore', '--all', '--to', path.join(path.dirname(store), 'out')).out).toContain('0 files')
  expect(readFileSync(history, 'utf8')).toContain('ferry')
})

test('prompts without a transcript are listed as such, and their folder is no folder of transcripts', async () => {
  const { config, projects, history, store } = configuration()
  await importing(store, config)
  const shown = () =>
    withEngine(store, async (engine) => ({
      roots: (await engine.ask('roots.list', {})).map(({ path: root }) => root),
      sources: (await engine.ask('sources.list', { sessionId: gone })).map(({ role, isGone }) => ({ role, isGone })),
    }))
  expect((await shown()).roots).toContain(projects)
  expect((await shown()).roots).not.toContain(config)
  expect((await shown()).sources).toEqual([{ role: 'prompts', isGone: false }])
  rmSync(history)
  expect((await shown()).sources).toEqual([{ role: 'prompts', isGone: true }])
})
