/** The command `strata`, run as a person runs it: built, in a process of its own. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import { cli, strata as strataOn, strataEnv } from '../../support/strata-command.ts'
import type { Ended } from '../../support/strata-command.ts'
import { corpus, sharedOrSkip } from '../../support/strata-inputs.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { writeConversation } from '../../support/write-conversation.ts'

const strata = (home: string, ...args: readonly string[]): Ended => strataOn(path.join(home, 'store'), ...args)
const json = (home: string, ...args: readonly string[]): unknown => JSON.parse(strata(home, ...args, '--json').out) as unknown

const sessionId = 'aaaaaaaa-0000-4000-8000-000000000000'

/** A home with two imported sessions, one of them with a rewind and a broken line. */
const harbour = (): { readonly home: string; readonly projects: string } => {
  const home = tempDir()
  const { projects } = writeConversation(
    home,
    conversation({ sessionId, seed: 'a' })
      .human('paint it')
      .runs('ls', 'a')
      .agent('red')
      .human('blue')
      .agent('ok')
      .rewind(1)
      .human('green')
      .agent('fine'),
    conversation({ seed: 'b', cwd: '/elsewhere', start: '2026-01-06T09:00:00Z' })
      .human('hi')
      .agent('hello')
      .raw('{"broken')
      .human('more')
      .agent('yes'),
  )
  return { home, projects }
}

describe('a store with two sessions', () => {
  let home = ''
  let projects = ''
  beforeAll(() => {
    ;({ home, projects } = harbour())
    expect(strata(home, 'import', projects)).toMatchObject({ code: 0, err: '' })
  })

  test('a second import finds nothing new', () => {
    expect(json(home, 'import', projects)).toMatchObject({ filesFound: 2, filesImported: 0, filesUnchanged: 2, newCommits: 0 })
  })

  test('a dry run lists what would be read and stores nothing', () => {
    const other = tempDir()
    expect(json(other, 'import', projects, '--dry-run')).toMatchObject({ filesImported: 2, dryRun: true })
    expect(json(other, 'sessions')).toMatchObject({ sessions: [], total: 0 })
  })

  test('SQL gives a table, CSV, JSON and files, and never writes to the store', () => {
    const sql = "SELECT kind, count(*) AS events FROM events WHERE session_id LIKE 'aaaaaaaa%' GROUP BY kind ORDER BY kind"
    expect(strata(home, 'sql', sql).out).toMatch(/^kind +events\nprompt +3\nresponse +3\ntool_call +1\ntool_result +1\n4 rows in /)
    expect(strata(home, 'sql', sql, '--csv').out).toBe('kind,events\nprompt,3\nresponse,3\ntool_call,1\ntool_result,1\n')
    expect(json(home, 'sql', sql)).toContainEqual({ kind: 'prompt', events: 3 })
    const file = path.join(tempDir(), 'rows.parquet')
    expect(json(home, 'sql', sql, '--out', file)).toMatchObject({ path: file, rows: 4 })
    expect(strata(home, 'sql', sql, '--out', file)).toMatchObject({ code: 1, err: expect.stringContaining('target-exists') as unknown })
    expect(strata(home, 'sql', 'DELETE FROM events')).toMatchObject({ code: 1, err: expect.stringContaining('sql-refused') as unknown })
    expect(strata(home, 'sql', 'SELECT * FORM events').err).toContain('LINE 1: SELECT * FORM events\n                      ^')
    expect(strata(home, 'sql', '--schema', 'refs').out).toMatch(/^commit_id +VARCHAR NOT NULL  Commit that the name refers to\.$/m)
  })

  test('a statement is read from a file and can be saved under a name', () => {
    const file = path.join(tempDir(), 'question.sql')
    writeFileSync(file, '-- how many\nSELECT count(*) AS sessions FROM sessions;\n')
    expect(json(home, 'sql', '--file', file, '--save-as', 'how many')).toEqual([{ sessions: 2 }])
    expect(json(home, 'sql', '--saved', 'how many')).toEqual([{ sessions: 2 }])
    expect(strata(home, 'sql', '--list').out).toContain('how many\n  -- how many\n  SELECT count(*)')
    expect(strata(home, 'sql').code).toBe(2)
  })

  test('sessions are a table, and the same as JSON', () => {
    const { out } = strata(home, 'sessions')
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^SESSION .* TITLE/),
      expect.stringContaining('hi'),
      expect.stringContaining('paint it'),
      '2 sessions; “?”: a guess',
      '',
    ])
    expect(json(home, 'sessions', '--text', 'green')).toMatchObject({ total: 1, sessions: [{ sessionId, title: 'paint it' }] })
    expect(json(home, 'sessions', '--tool', 'Bash')).toMatchObject({ total: 1, sessions: [{ sessionId }] })
    expect(json(home, 'sessions', '--tool', 'Bash', '--compacted')).toMatchObject({ total: 0 })
    expect(strata(home, 'sessions', '--since', 'soon')).toMatchObject({
      code: 2,
      err: expect.stringContaining('“soon” is not a day') as unknown,
    })
  })

  test('the graph of a session shows its rewind', () => {
    const { out } = strata(home, 'log', 'aaaa', '--graph')
    expect(out.split('\n').map((line) => line.replace(/ctx-.*(?:\)|\d\d:\d\d) (\w+(?: it)?)(?: — .*)? \[.*/, '$1'))).toEqual([
      '* green',
      '| * blue',
      '|/',
      '* paint it',
      '',
    ])
  })

  test('a commit is shown as a conversation, and its bytes are the lines of the transcript', () => {
    const { commits } = json(home, 'log', `session/${sessionId}`) as { readonly commits: readonly { readonly commitId: string }[] }
    const root = commits.at(-1)?.commitId ?? ''
    expect(strata(home, 'show', root).out).toMatch(/^commit ctx-[^]*human[^]*paint it[^]*Bash[^]*│ a[^]*red/)
    expect(json(home, 'show', root)).toMatchObject({ commit: { commitId: root }, children: [{}, {}] })
    const lines = strata(home, 'cat', root).out
    const source = readdirSync(projects, { recursive: true, encoding: 'utf8' }).find((file) => file.includes(sessionId)) ?? ''
    expect(readFileSync(path.join(projects, source), 'utf8').startsWith(lines)).toBe(true)
    expect(lines).toContain('paint it')
  })

  test('the ledger adds up, lists the records of a number, and follows a correction until it is removed', () => {
    const listed = json(home, 'ledger', '--class', 'human_prompt') as {
      readonly total: number
      readonly records: readonly { readonly file: string; readonly line: number; readonly text: string }[]
    }
    const blue = listed.records.find(({ text }) => text === 'blue')
    const place = `${blue?.file ?? ''}:${String(blue?.line)}`
    expect(json(home, 'ledger', 'correct', place, 'meta', '--reason', 'tried it')).toMatchObject({
      record: { class: 'meta', classByRule: 'human_prompt', referenceClass: 'meta_other' },
    })
    expect(json(home, 'ledger')).toMatchObject({ ledgers: [{ corrected: 1, reconciles: true }] })
    expect(json(home, 'ledger', '--class', 'human_prompt')).toMatchObject({ total: listed.total - 1 })
    expect(strata(home, 'ledger', 'corrections').out).toContain('tried it')
    expect(strata(home, 'ledger', 'undo', path.basename(place)).out).toContain('class human_prompt, by rule')
    const short = `${path.basename(place).slice(0, 6)}:${String(blue?.line)}`
    for (const [end, command] of [
      ['class meta; by rule ', ['correct', short, 'meta']],
      ['class human_prompt, by rule', ['undo', short]],
    ] as const)
      expect(strata(home, 'ledger', ...command).out).toContain(end)
    expect(json(home, 'ledger', '--class', 'human_prompt')).toEqual(listed)
    expect(strata(home, 'ledger', '--by', 'session').out).toContain(sessionId)
    expect(strata(home, 'ledger', 'undo', place)).toMatchObject({ code: 1, err: expect.stringContaining('not-found') as string })
    expect(json(home, 'ledger', 'rules')).toMatchObject({
      rules: expect.arrayContaining([expect.objectContaining({ id: 'user/typed' })]) as unknown,
    })
  })

  test('figures by source name each file by its path below the parent of the imported folder', () => {
    const groups = json(home, 'stats', '--by', 'source') as readonly {
      readonly file: string
      readonly totals: { readonly records: number }
    }[]
    expect(groups).toHaveLength(2)
    expect(groups.every(({ file, totals }) => file.startsWith('projects/') && totals.records > 0)).toBe(true)
    expect(Object.keys(json(home, 'stats', '--reference') as object)).toEqual(['totals'])
    expect(json(home, 'stats', '--session', 'aaaa')).toMatchObject({ sessions: 1, humanPrompts: 3 })
    expect(json(home, 'stats', '--by', 'project')).toMatchObject([{ project: '/elsewhere' }, {}])
    const both = json(home, 'stats', '--by', 'session') as readonly { readonly totals: object; readonly stats?: object }[]
    expect(both.every(({ totals, stats }) => 'records' in totals && stats !== undefined && 'finer' in stats)).toBe(true)
    expect(json(home, 'stats', '--by', 'session', '--reference')).toEqual(both.map((group) => ({ ...group, stats: undefined })))
  })

  test('problems contain file, line and bytes', () => {
    expect(json(home, 'problems')).toMatchObject({ total: 1, problems: [{ code: 'malformed-json', byteLength: 9 }] })
    expect(strata(home, 'problems').out).toContain('malformed-json')
  })

  test('restored files equal the imported ones', () => {
    const to = path.join(tempDir(), 'out')
    expect(strata(home, 'restore', '--all', '--to', to).code).toBe(0)
    execFileSync('diff', ['-r', projects, path.join(to, 'projects')])
    const again = strata(home, 'restore', '--all', '--to', to)
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining('already existed') as string })
  })

  test('a deleted index is rebuilt', () => {
    expect(strata(home, 'reindex')).toMatchObject({ code: 0, out: expect.stringContaining('2 sessions indexed') as string })
    expect(json(home, 'sessions')).toMatchObject({ total: 2 })
  })

  test('failures have exit code 1, wrong arguments 2, and JSON failures are JSON', () => {
    expect(strata(home, 'show', 'ctx-ffffffff')).toMatchObject({ code: 1, out: '', err: expect.stringContaining('(not-found)') as string })
    expect(JSON.parse(strata(home, 'show', 'ctx-ffffffff', '--json').err)).toMatchObject({ failure: { code: 'not-found' } })
    expect(strata(home, 'show', '').err).toContain('<commit> is empty')
    expect(strata(home, 'ledger', 'correct', 'nowhere.jsonl:3', 'meta').err).toContain('strata sql "SELECT file FROM sources"')
    expect(strata(home, 'import', '/nowhere/at/all')).toMatchObject({ code: 1, err: expect.stringContaining('path-unreadable') as string })
    for (const args of [
      ['frobnicate'],
      ['log', '-n', 'x'],
      ['stats', '--by', 'moon'],
      ['stats', '--by', 'source', '--session', 'x'],
      ['restore', '--to', 'x'],
      ['sessions', '--since', 'foo'],
      ['cost', '--time-zone', 'Mars/Base'],
      ['ledger', 'correct', 'x.jsonl:0', 'meta'],
      [],
    ])
      expect([args, strata(home, ...args).code]).toEqual([args, 2])
    expect(strata(home, '--help')).toMatchObject({ code: 0, out: expect.stringContaining('Examples:') as string })
  })

  test('without a display the window is not opened, and an error explains why', () => {
    expect(strata(home, 'open')).toMatchObject({
      code: 1,
      err: expect.stringContaining('(no-display)') as string,
    })
  })

  test('the doctor reports where it searched and the likely problem', () => {
    expect(json(home, 'doctor')).toMatchObject({ roots: expect.any(Array) as unknown, likelyCause: expect.any(String) as string })
    expect(strata(home, 'doctor').out).toContain('Newest transcript')
  })
})

test('a flipped byte in a pack is found, with exit code 3', () => {
  const { home, projects } = harbour()
  strata(home, 'import', projects)
  expect(strata(home, 'verify').code).toBe(0)
  const store = path.join(home, 'store')
  const pack =
    readdirSync(store, { recursive: true, encoding: 'utf8' }).find(
      (file) => /pack/.test(file) && statSync(path.join(store, file)).isFile(),
    ) ?? ''
  const bytes = readFileSync(path.join(store, pack))
  bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1
  writeFileSync(path.join(store, pack), bytes)
  expect(strata(home, 'verify').code).toBe(3)
})

test('totals on the command line equal what the generator of a corpus counted', (context) => {
  const { projects, truth } = corpus(sharedOrSkip(context), { profile: 'small', seed: 2 })
  const home = tempDir()
  expect(strata(home, 'import', projects).code).toBe(0)
  const { totals } = truth as { readonly totals: Readonly<Record<string, unknown>> }
  const stated = JSON.parse(JSON.stringify(totals, (_, value: unknown) => (Array.isArray(value) ? undefined : value))) as unknown
  expect(json(home, 'stats', '--reference')).toEqual({ totals: stated })
})

test('a closed output ends the program without an error', (context) => {
  const { projects } = corpus(sharedOrSkip(context), { profile: 'small', seed: 2 })
  const home = tempDir()
  strata(home, 'import', projects)
  expect(strata(home, 'log', '--json').out.length).toBeGreaterThan(70_000)
  const script = '"$0" "$1" log --json | head -c 100; echo "${PIPESTATUS[0]}" >&2'
  const piped = spawnSync('bash', ['-c', script, process.execPath, cli], { env: strataEnv(path.join(home, 'store')), encoding: 'utf8' })
  expect(piped.stdout).toHaveLength(100)
  expect(piped.stderr).toBe('0\n')
})

test('Ctrl-C stops an import cleanly: the store is complete, and the next import continues', async (context) => {
  const { projects } = corpus(sharedOrSkip(context), { profile: 'seed', sessions: 16 })
  const home = tempDir()
  const running = spawn(process.execPath, [cli, 'import', projects], {
    env: strataEnv(path.join(home, 'store')),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let err = ''
  running.stderr.on('data', (piece: Buffer) => (err += piece.toString()))
  const packs = path.join(home, 'store', 'packs')
  const begun = (): boolean => existsSync(packs) && readdirSync(packs).some((file) => statSync(path.join(packs, file)).size > 100_000)
  const poll = setInterval(() => {
    if (begun()) {
      clearInterval(poll)
      running.kill('SIGINT')
    }
  }, 5)
  const code = await new Promise((ended) => running.on('exit', ended))
  clearInterval(poll)
  expect({ code, err }).toEqual({ code: 130, err: expect.stringContaining('completed work is kept') as string })
  expect(strata(home, 'verify').code).toBe(0)
  expect(strata(home, 'import', projects).code).toBe(0)
  mkdirSync(path.join(home, 'other'))
  strata(path.join(home, 'other'), 'import', projects)
  const tips = (of: string): unknown =>
    (json(of, 'sessions', '--everything') as { readonly sessions: readonly { readonly tipCommitId: string }[] }).sessions
  expect(tips(home)).toEqual(tips(path.join(home, 'other')))
})

test('a commit of bytes that do not match their format is made with a warning; an empty store shows what to do', () => {
  const dir = tempDir()
  const store = path.join(dir, 'store')
  expect(strata(store, 'import', dir).code).toBe(0)
  const noCommits = 'No commits yet. To create some: strata import'
  expect(strata(store, 'log')).toMatchObject({ code: 0, out: '', err: expect.stringContaining(noCommits) as string })
  expect(strata(store, 'fork').out).toBe('No forks. To add one: strata fork COMMIT --name NAME\n')
  const file = path.join(dir, 'words')
  writeFileSync(file, 'hi')
  const odd = strata(store, 'checkpoint', file, '--format', 'events-v1')
  expect(odd).toMatchObject({
    code: 0,
    err: expect.stringMatching(/Cannot read the content as events-v1; it is stored unchanged.*: strata materialize ctx-\w+\n/) as string,
  })
  const unknown = strata(store, 'checkpoint', file, '--format', 'codex-v9')
  expect(unknown).toMatchObject({ code: 0, err: expect.stringContaining('Unknown format codex-v9') as string })
  const told = strata(store, 'materialize', odd.out.split(' ')[0] ?? '')
  expect([told.code, told.err]).toEqual([1, expect.stringContaining('delta-malformed')])
})
