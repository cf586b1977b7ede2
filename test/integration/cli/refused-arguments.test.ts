/** What commands say about arguments that make no sense together, and about input that is empty or unreadable. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import { strataHere } from '../../support/strata-here.ts'
import type { Ended } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { writeConversation } from '../../support/write-conversation.ts'

const sessionId = 'aaaaaaaa-0000-4000-8000-000000000000'
const home = tempDir()
const strata = (...args: readonly string[]): Promise<Ended> => strataHere(path.join(home, 'store'), ...args)
let projects = ''

beforeAll(async () => {
  ;({ projects } = writeConversation(home, conversation({ sessionId, seed: 'a' }).human('paint it').agent('red')))
  expect(await strata('import', projects)).toMatchObject({ code: 0 })
})

test('two output formats together are refused', async () => {
  expect((await strata('sql', 'SELECT 1', '--csv', '--json')).code).toBe(2)
  expect((await strata('ask', 'tools', '--csv', '--json')).code).toBe(2)
})

test.each([
  ['objects', '--session', 'x', '--at', 'y'],
  ['file', 'show', 'x', '--as-known', '--as-was'],
  ['file', 'show', 'x', '--before', 'y:1', '--after', 'z:1'],
  ['file', 'show', 'x', '--at', 'y', '--after', 'z:1'],
  ['pin', 'x', '--off', '--on', 'y'],
  ['log', 'x', '--all'],
  ['summary', 'x', 'new words', '--reset'],
])('%s: options that exclude each other are refused before a store is looked for', async (...command) => {
  const { code, err } = await strataHere(path.join(home, 'no-store'), ...command)
  expect([code, err]).toEqual([2, expect.stringMatching(/^error: /)])
})

test.each([
  ['packs', 'x'],
  ['topics', 'x', '--publish', 'NOTE'],
])('%s: a missing option is refused before a store is looked for', async (...command) => {
  const { code, err } = await strataHere(path.join(home, 'no-store'), ...command)
  expect([code, err]).toEqual([2, expect.stringMatching(/^error: /)])
})

test('a list of objects can begin with the first', async () => {
  expect(await strata('objects', '--offset', '0')).toMatchObject({ code: 0, err: '' })
  expect((await strata('objects', '--offset', '0')).out).toBe((await strata('objects')).out)
  expect((await strata('objects', '--offset', '-1')).code).toBe(2)
})

test('options of --format are refused without it', async () => {
  expect(await strata('import', projects, '--session', 'x')).toMatchObject({ code: 2 })
  expect((await strata('import', projects, '--template', 'x')).err).toContain('--template requires --format')
})

test.each(['   ', ' -- only a comment', '/* one */ ; -- another\n'])('the statement %j is empty and refused as such', async (statement) => {
  expect((await strata('sql', statement)).err).toContain('The statement is empty')
})

test('the bytes of a session are found by the first digits of its id', async () => {
  expect(await strata('cat', sessionId.slice(0, 4))).toMatchObject({ code: 0, err: '' })
  expect((await strata('cat', 'bbbb')).err).toContain('does not contain the artifact bbbb')
})

test('a filter of problems without a match is not reported as a store without problems', async () => {
  expect((await strata('problems', '--code', 'malformed-json')).out).toContain('No matches')
  expect((await strata('problems')).out).toBe('No problems.\n')
})

test('hints name what the command can do', async () => {
  const file = path.join(home, 'there.csv')
  writeFileSync(file, '')
  expect((await strata('sql', 'SELECT 1', '--out', file)).err).toContain('--replace')
  await strata('sql', 'SELECT 1', '--save-as', 'one')
  expect((await strata('sql', 'SELECT 2', '--save-as', 'one')).err).toContain('--replace')
  expect((await strata('capture', '--', 'nosuchprogram')).err).toContain('PATH')
})

test('a commit whose bytes are not of its format is searched for secrets as text', async () => {
  const file = path.join(home, 'broken.cbor')
  writeFileSync(file, 'not CBOR, with a key AKIAQWERTYUIOPASDFGH')
  expect(await strata('checkpoint', file, '--format', 'events-v1')).toMatchObject({ code: 0 })
  const bundled = await strata('bundle', 'create', path.join(home, 'x.bundle'), '--all', '--check-secrets')
  expect(bundled.err + bundled.out).not.toContain('delta-malformed')
  expect(bundled.code).toBe(4)
})

test.each([['sessions'], ['search', 'paint'], ['log'], ['ask', 'tools']])('%s refuses a first day after the last', async (...command) => {
  const { code, err } = await strata(...command, '--since', '2026-01-03', '--until', '2026-01-02')
  expect([code, err]).toEqual([2, expect.stringContaining('The period is empty: --since 2026-01-03 is after --until 2026-01-02')])
  expect((await strata(...command, '--since', '2026-01-02', '--until', '2026-01-02')).code).toBe(0)
})

test('help for a command that does not exist is an error with a suggestion', async () => {
  expect(await strata('help', 'sesions')).toMatchObject({
    code: 2,
    out: '',
    err: "error: unknown command 'sesions'\n(Did you mean sessions?)\n",
  })
  expect(await strata('help', 'zzzzzz')).toMatchObject({ code: 2, out: '', err: "error: unknown command 'zzzzzz'\n" })
  expect(await strata('remote', 'help', 'ad')).toMatchObject({ code: 2, err: expect.stringContaining('(Did you mean add?)') as string })
  expect(await strata('help', 'ledger', 'rules')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Usage: strata ledger rules') as string,
  })
})

test('the help of a sub-command lists only options that apply to it', async () => {
  const rules = (await strata('ledger', 'rules', '--help')).out
  expect(rules).not.toContain('--reference-class')
  expect(rules).toContain('--json')
  expect((await strata('ledger', 'corrections', '--help')).out).toContain('--session <id>')
})

test('a capture onto a fork that does not exist names what was typed', async () => {
  const { code, err } = await strata('capture', '--onto', 'nope', '--', 'true')
  expect(code).toBe(1)
  expect(err).toContain('No fork has the name “nope”')
  expect(err).not.toContain('fork/nope')
})

test('the help describes every argument, and names what a flag does', async () => {
  for (const command of ['push', 'fetch']) expect((await strata(command, '--help')).out).toMatch(/^ {2}remote +name of a remote/m)
  expect((await strata('fork', '--help')).out).toMatch(/--move +move an existing name$/m)
  expect((await strata('ask', '--help')).out).not.toContain('{}')
})

test.each<readonly [readonly string[], string]>([
  [['ask', 'turns', '--since', '2026-01-05T09:07'], '--since is not on a quarter of an hour'],
  [['ask', 'turns', '--limit', '9999999'], '--limit must be at most 1,000,000'],
  [['ask', 'turns', '--with', 'colour=red'], '--with does not accept colour'],
  [['ask', 'turns', '--with', 'least=abc'], '--with least is no number'],
  [['search', 'a', '--limit', '900'], '--limit must be at most 200'],
  [['sessions', '-n', '900000'], '--number must be at most 100,000'],
  [['show', ''], '<commit> is empty'],
  [['settings', 'hide', 'a'], '<words> needs at least three letters'],
])('%j is refused with the name of the option or argument', async (args, reason) => {
  const { code, err } = await strata(...args)
  expect([code, err.split('\n')[0]]).toEqual([2, expect.stringContaining(`strata: ${reason}`)])
  expect(JSON.parse((await strata(...args, '--json')).err)).toMatchObject({ failure: { data: { call: expect.any(String) as string } } })
})

test('a correction of a line that does not exist names the file and the number of its lines', async () => {
  const { code, err } = await strata('ledger', 'correct', `${sessionId}.jsonl:9999`, 'meta')
  expect(code).toBe(1)
  expect(err).toMatch(new RegExp(`${sessionId}\\.jsonl has only \\d lines \\(not-found\\)\n`))
  expect(err).not.toMatch(/src-[0-9a-f]{16}/)
  expect(err).toContain('strata ledger --type user')
})

test.each<readonly [readonly string[], number, string]>([
  [['sessions', '--outcome', 'sucess'], 2, 'Allowed choices are success, error_max_turns'],
  [['problems', '--code', 'zzz'], 2, 'Allowed choices are malformed-json'],
  [['ask', 'events', '--with', 'kind=respons'], 2, 'kind must be one of typed prompt, prompt, response'],
  [['ask', 'sessions', '--with', 'outcome=sucess'], 2, 'outcome must be one of success'],
  [['ask', 'tool-calls', '--with', 'outcome=success'], 2, 'outcome must be one of result, error'],
  [['ask', 'records', '--with', 'class=promt'], 2, 'class must be one of human_prompt'],
  [['ask', 'records', '--with', 'reference=tool_reslt'], 2, '(Did you mean tool_result?)'],
  [['ask', 'compaction-list', '--with', 'trigger=manul'], 2, 'trigger must be one of auto, manual, other (Did you mean manual?)'],
  [['ask', 'compaction-list', '--with', 'trigger=zzz'], 2, 'trigger must be one of auto, manual, other (invalid-input)'],
  [['ask', 'compaction-list', '--with', 'measure=hour'], 2, 'measure must be one of hours, prompts (Did you mean hours?)'],
  [['ask', 'turns', '--with', 'measure=response'], 2, '(Did you mean responses?)'],
  [['ask', 'events', '--with', 'part=tool_cal'], 2, '(Did you mean tool_call?)'],
  [['ask', 'events', '--with', 'weekday=8'], 2, 'weekday must be a number from 1 (Monday) to 7 (Sunday)'],
  [['ask', 'events', '--with', 'hour=24'], 2, 'hour must be a number from 0 to 23'],
  [['ask', 'events', '--with', 'failed=maybe'], 2, 'Expected failed=yes or failed=no.'],
  [['ask', 'tools', '--sort', 'error_rat'], 2, '(Did you mean error_rate?)'],
  [['ask', 'tools', '--by', 'sesion'], 2, '(Did you mean session?)'],
  [['sessions', '--status', 'runing'], 2, 'running, waiting, stale, ended. (Did you mean running?)'],
  [['search', 'paint', '--kind', 'promt'], 2, '(Did you mean prompt?)'],
  [['log', '--type', 'snapshoot'], 2, '(Did you mean snapshot?)'],
  [['ledger', 'correct', 'a.jsonl:1', 'human_promt'], 2, '(Did you mean human_prompt?)'],
])('%j is refused with the values that are accepted', async (args, code, reason) => {
  expect(await strata(...args)).toMatchObject({ code, out: '', err: expect.stringContaining(reason) as string })
})

test('a project that no session has is said to be unknown, with similar projects', async () => {
  const { project } = (
    JSON.parse((await strata('sessions', '--everything', '--text', sessionId, '--json')).out) as {
      readonly sessions: readonly { readonly project: string }[]
    }
  ).sessions[0] ?? { project: '' }
  const name = path.basename(project)
  for (const command of [['sessions'], ['files'], ['ask', 'turns'], ['ledger', '--type', 'user']]) {
    const { code, err } = await strata(...command, '--project', name)
    expect([command, code, err]).toEqual([command, 0, `No session has the project ${name}. Similar projects: ${project}\n`])
    expect((await strata(...command, '--project', project)).err).not.toContain('No session has')
  }
  expect((await strata('sessions', '--project', `/else/${name}`)).err).toContain(`Similar projects: ${project}`)
  expect((await strata('sessions', '--project', 'zzz')).err).toBe(
    'No session has the project zzz. To list all projects: strata stats --by project\n',
  )
})

test('a type that no record has is said to be unknown, with similar types', async () => {
  expect((await strata('ledger', '--type', 'usr')).err).toBe('No record has the type usr. Similar types: user\n')
  expect((await strata('ledger', '--type', 'zzzzzz')).err).toMatch(/^No record has the type zzzzzz\. Types: .*\buser\b/)
})

test('an empty answer of a metric says which type, template or model is unknown', async () => {
  expect((await strata('ask', 'records', '--with', 'type=usr')).err).toBe('No record has the type usr. Similar types: user\n')
  expect((await strata('ask', 'turns', '--model', 'zzzzzz')).err).toMatch(/^No event has the model zzzzzz\. Models: /)
  expect((await strata('ask', 'turns', '--template', 'zzzzzz')).err).toMatch(/^No session has the template zzzzzz\. Templates: /)
  expect((await strata('ask', 'records', '--with', 'type=user')).err).toBe('')
})

test('yes and no are accepted in both spellings', async () => {
  for (const value of ['yes', 'true', 'no', 'false'])
    expect(await strata('ask', 'events', '--with', `failed=${value}`)).toMatchObject({ code: 0 })
})
