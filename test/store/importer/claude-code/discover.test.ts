/** Transcripts are found in every layout that Claude Code has used; what is no transcript, or cannot be read, stops nothing. */
import { execFileSync } from 'node:child_process'
import { chmodSync, linkSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { finder, probeRoots, retentionOf } from '../../../../importer/agents.ts'
import { conversation } from '../../../support/conversation.ts'
import { folderWith } from '../../../support/folder-with.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const one = '11111111-1111-4111-8111-111111111111'
const two = '22222222-2222-4222-8222-222222222222'

/** What was not read, and why. */
const told = (...paths: readonly string[]): readonly (readonly string[])[] =>
  finder.discover(paths).problems.map(({ path: at, problem }) => [path.basename(at), problem.code, problem.reason])

/** What was found, as `file: role of session, agent`. */
const found = (...paths: readonly string[]): readonly string[] =>
  finder
    .discover(paths)
    .files.map(
      ({ file, role, sessionId, agentId }) =>
        `${file.split('/').slice(1).join('/')}: ${role} of ${String(sessionId)}${agentId === undefined ? '' : `, ${agentId}`}`,
    )

test('the newest layout: sub-agents in a folder of their session, with their notes', () => {
  const folder = folderWith({
    [`-p/${one}.jsonl`]: '',
    [`-p/${one}/subagents/agent-a1.jsonl`]: '{}',
    [`-p/${one}/subagents/agent-a1.meta.json`]: '{}',
    [`-p/${one}/subagents/workflows/wf_1/agent-a2.jsonl`]: '{}',
  })
  expect(found(folder)).toEqual([
    `-p/${one}/subagents/agent-a1.jsonl: agent of ${one}, a1`,
    `-p/${one}/subagents/agent-a1.meta.json: meta of ${one}, a1`,
    `-p/${one}/subagents/workflows/wf_1/agent-a2.jsonl: agent of ${one}, a2`,
    `-p/${one}.jsonl: session of ${one}`,
  ])
})

test('an older layout: sub-agents next to the sessions, whose session their first record names', () => {
  const line = JSON.stringify({ note: 'says "sessionId": "quoted"', sessionId: one })
  const folder = folderWith({
    [`-p/${one}.jsonl`]: '',
    '-p/agent-a1.jsonl': `${line}\n${JSON.stringify({ sessionId: two })}`,
    '-p/agent-a2.jsonl': '',
  })
  expect(found(folder)).toEqual([
    `-p/${one}.jsonl: session of ${one}`,
    `-p/agent-a1.jsonl: agent of ${one}, a1`,
    '-p/agent-a2.jsonl: agent of undefined, a2',
  ])
})

test('files of the client next to a session belong to it', () => {
  const folder = folderWith({ [`-p/${one}.jsonl`]: '', [`-p/${one}/tool-results/toolu_1.txt`]: 'x', [`-p/${one}/custom-title.json`]: '{}' })
  expect(found(folder).filter((line) => line.includes('side'))).toEqual([
    `-p/${one}/custom-title.json: side of ${one}`,
    `-p/${one}/tool-results/toolu_1.txt: side of ${one}`,
  ])
})

test.each(['1.0.128', '2.0.76', '2.1.42', '2.1.330'] as const)('a conversation with an agent is found completely (%s)', (version) => {
  const talk = conversation({ version, sessionId: one })
    .human('x')
    .subagent({ prompt: 'y', agentId: 'a1' }, (agent) => agent.agent('z'))
  const { projects } = writeConversation(tempDir(), talk)
  const { files, problems } = finder.discover([projects])
  expect(files.map((file) => file.file.replace(/^projects\//, '')).sort()).toEqual([...talk.files().keys()].sort())
  expect(files.every((file) => file.sessionId === one)).toBe(true)
  expect(files.every((file) => file.folder === '-home-sam-src-lighthouse')).toBe(true)
  expect(problems).toEqual([])
})

test('the id in the records replaces a file name that is not a session id', () => {
  const folder = folderWith({
    '-p/backup.jsonl': JSON.stringify({ sessionId: one }),
    '-p/evil.jsonl': JSON.stringify({ sessionId: '../../../etc/passwd' }),
    '-p/odd ünï 🚀.jsonl': '{}',
    [`-p/${two}.jsonl`]: JSON.stringify({ sessionId: one }),
  })
  expect(found(folder)).toEqual([
    `-p/${two}.jsonl: session of ${two}`,
    `-p/backup.jsonl: session of ${one}`,
    '-p/evil.jsonl: session of evil',
    '-p/odd ünï 🚀.jsonl: session of odd ünï 🚀',
  ])
})

const forkedFrom = { sessionId: two, messageUuid: 'm' }

test.each([
  ['stands behind that of the session it was forked from', JSON.stringify({ forkedFrom, sessionId: one })],
  ['is written with escapes', JSON.stringify({ forkedFrom, sessionId: one }).replace(/"sessionId":(?="1)/, '"session\\u0049d":')],
  ['stands behind a byte order mark', `\uFEFF${JSON.stringify({ sessionId: one })}`],
  ['stands in a record that is still being written', `{"sessionId":"${one}","message":"so f`],
  ['ends a long record', JSON.stringify({ forkedFrom, text: 'x'.repeat(70_000), sessionId: one })],
])('the session of a first record is its own sessionId, also when that %s', (_how, record) => {
  const folder = folderWith({ '-p/agent-a1.jsonl': `${record}\n`, '-p/notes.jsonl': record })
  expect(found(folder)).toEqual([`-p/agent-a1.jsonl: agent of ${one}, a1`, `-p/notes.jsonl: session of ${one}`])
})

test('other files of the client are not transcripts', () => {
  const folder = folderWith({
    'history.jsonl': '{}',
    '-p/x.jsonl.tmp': '{}',
    '-p/notes.txt': 'x',
    '-p/.DS_Store': 'x',
    '-p/other.meta.json': '{}',
    '-p/workflows/journal.jsonl': '{}',
    [`-p/${one}/.DS_Store`]: 'x',
    [`-p/${one}/tool-results/x.txt.tmp`]: 'x',
  })
  expect(found(folder)).toEqual([])
})

test('a journal.jsonl that belongs to no workflow is a transcript', () => {
  expect(found(folderWith({ '-p/journal.jsonl': '{}' }))).toEqual(['-p/journal.jsonl: session of journal'])
})

test('links are not followed, so circles of links are harmless', () => {
  const folder = folderWith({ [`-p/${one}.jsonl`]: '' })
  symlinkSync('..', path.join(folder, '-p', 'loop'))
  symlinkSync('b.jsonl', path.join(folder, '-p', 'a.jsonl'))
  symlinkSync('a.jsonl', path.join(folder, '-p', 'b.jsonl'))
  symlinkSync('/nonexistent/x.jsonl', path.join(folder, '-p', 'dangling.jsonl'))
  symlinkSync(`${one}.jsonl`, path.join(folder, '-p', `${two}.jsonl`))
  expect(found(folder)).toEqual([`-p/${one}.jsonl: session of ${one}`])
  expect(told(folder)).toEqual([
    ['a.jsonl', 'not-a-file', 'it is a link without a target'],
    ['b.jsonl', 'not-a-file', 'it is a link without a target'],
    ['dangling.jsonl', 'not-a-file', 'it is a link without a target'],
  ])
})

test('a link to transcripts elsewhere is a problem with their place, for they are not imported', () => {
  const folder = folderWith({ [`-p/${one}.jsonl`]: '', 'notes.txt': '' })
  const elsewhere = folderWith({ [`-q/${two}.jsonl`]: '', 'notes.txt': '' })
  symlinkSync(path.join(elsewhere, '-q'), path.join(folder, '-q'))
  symlinkSync(path.join(elsewhere, '-q', `${two}.jsonl`), path.join(folder, `${two}.jsonl`))
  symlinkSync(path.join(elsewhere, 'notes.txt'), path.join(folder, 'more.txt'))
  expect(found(folder)).toEqual([`-p/${one}.jsonl: session of ${one}`])
  expect(told(folder)).toEqual([
    ['-q', 'not-a-file', `it is a link to ${path.join(elsewhere, '-q')}, and links are not followed`],
    [`${two}.jsonl`, 'not-a-file', `it is a link to ${path.join(elsewhere, '-q', `${two}.jsonl`)}, and links are not followed`],
  ])
})

test('a link that is named explicitly is followed', () => {
  const folder = folderWith({ [`-p/${one}.jsonl`]: '' })
  const link = path.join(tempDir(), 'link')
  symlinkSync(folder, link)
  expect(found(link)).toEqual([`-p/${one}.jsonl: session of ${one}`])
})

test('a pipe and a folder named like transcripts are not transcripts, and the pipe does not block', () => {
  const folder = folderWith({ [`dir.jsonl/${one}.jsonl`]: '' })
  execFileSync('mkfifo', [path.join(folder, 'pipe.jsonl')])
  expect(found(folder)).toEqual([`dir.jsonl/${one}.jsonl: session of ${one}`])
  expect(told(folder)).toEqual([['pipe.jsonl', 'not-a-file', 'it is a pipe, a socket or a device']])
  expect(told(path.join(folder, 'pipe.jsonl'))).toEqual([['pipe.jsonl', 'not-a-file', 'it is a pipe, a socket or a device']])
})

test('a pipe in the place of a note’s transcript does not block', () => {
  const folder = folderWith({ '-p/agent-a1.meta.json': '{}' })
  execFileSync('mkfifo', [path.join(folder, '-p', 'agent-a1.jsonl')])
  expect(found(folder)).toEqual(['-p/agent-a1.meta.json: meta of undefined, a1'])
})

test('a note without its transcript is found', () => {
  expect(found(folderWith({ '-p/agent-a1.meta.json': '{}' }))).toEqual(['-p/agent-a1.meta.json: meta of undefined, a1'])
})

test('names of any characters and of any length that the system allows are found', () => {
  const names = ['line\nbreak', 'tab\there', '🌊 ünï', '\u202ertl', ' ', '-n', 'x'.repeat(200), '"quoted"', "it's"]
  const folder = folderWith(Object.fromEntries(names.map((name) => [`-p/${name}.jsonl`, ''])))
  expect(
    finder
      .discover([folder])
      .files.map(({ path: at }) => path.basename(at, '.jsonl'))
      .sort(),
  ).toEqual([...names].sort())
  expect(told(folder)).toEqual([])
})

test('two names of one file are two files', () => {
  const folder = folderWith({ [`-p/${one}.jsonl`]: '' })
  linkSync(path.join(folder, '-p', `${one}.jsonl`), path.join(folder, `${two}.jsonl`))
  expect(found(folder)).toEqual([`-p/${one}.jsonl: session of ${one}`, `${two}.jsonl: session of ${two}`])
})

/** Runs as a user who may not read everything, when the tests run as one who may. */
const asNobody = (run: () => void): void => {
  if (process.geteuid?.() !== 0) {
    run()
    return
  }
  process.seteuid?.(65534)
  try {
    run()
  } finally {
    process.seteuid?.(0)
  }
}

test('an unreadable file is a problem, and the rest is found', () => {
  const folder = folderWith({ [`-a/${one}.jsonl`]: '', [`-b/${two}.jsonl`]: '', '-b/agent-secret.jsonl': '{}' })
  for (const open of [folder, path.join(folder, '-b')]) chmodSync(open, 0o755)
  chmodSync(path.join(folder, '-a'), 0)
  chmodSync(path.join(folder, '-b', 'agent-secret.jsonl'), 0)
  asNobody(() => {
    expect(found(folder)).toEqual([`-b/${two}.jsonl: session of ${two}`])
    expect(finder.discover([folder]).problems.map(({ path: at, problem }) => [path.basename(at), problem])).toEqual([
      ['-a', { code: 'unreadable-file', reason: 'the folder cannot be read: EACCES' }],
      ['agent-secret.jsonl', { code: 'unreadable-file', reason: 'the file cannot be read: EACCES' }],
    ])
  })
  chmodSync(path.join(folder, '-a'), 0o755)
})

test('a file whose name is no UTF-8 is a problem', () => {
  const folder = folderWith({ [`${one}.jsonl`]: '' })
  writeFileSync(Buffer.concat([Buffer.from(`${folder}/bad`), Buffer.from([0xff]), Buffer.from('.jsonl')]), '{}')
  expect(found(folder)).toEqual([`${one}.jsonl: session of ${one}`])
  expect(told(folder)).toEqual([['bad\ufffd.jsonl', 'unreadable-name', 'its name is not UTF-8']])
})

test('a configuration folder means its projects, without its history', () => {
  const config = folderWith({ [`projects/-p/${one}.jsonl`]: '', 'history.jsonl': '{}', [`${two}.jsonl`]: '' })
  expect(finder.transcriptRoot(config)).toBe(path.join(config, 'projects'))
  expect(found(config)).toEqual([`-p/${one}.jsonl: session of ${one}`])
})

test('files are named from the parent of the folder that is imported, wherever it lies', () => {
  const folder = folderWith({ [`projects/-p/${one}.jsonl`]: '' })
  const names = (given: string) => finder.discover([given]).files.map((file) => file.file)
  expect(names(folder)).toEqual([`projects/-p/${one}.jsonl`])
  expect(names(path.join(folder, 'projects'))).toEqual([`projects/-p/${one}.jsonl`])
  expect(names(path.join(folder, 'projects', '-p'))).toEqual([`-p/${one}.jsonl`])
  expect(names(path.join(folder, 'projects', '-p', `${one}.jsonl`))).toEqual([`-p/${one}.jsonl`])
})

test('a file that is named twice, or is in two named folders, is found once', () => {
  const folder = folderWith({ [`-p/${one}.jsonl`]: 'x' })
  expect(finder.discover([folder, path.join(folder, '-p'), `${folder}/./-p/../-p`]).files).toHaveLength(1)
})

test('sizes and times are those of the file, to the nanosecond', () => {
  const folder = folderWith({ [`${one}.jsonl`]: 'four' })
  const [file] = finder.discover([folder]).files
  const seconds = execFileSync('stat', ['-c', '%.9Y', path.join(folder, `${one}.jsonl`)], { encoding: 'utf8' })
  expect([file?.size, String(file?.modifiedNs)]).toEqual([4, seconds.trim().replace('.', '')])
})

test('a missing folder is an error', () => {
  expect(() => finder.discover([path.join(tempDir(), 'nowhere')])).toThrow(expect.objectContaining({ code: 'ENOENT' }))
})

test('Claude Code is found where its variables point, and in its default places', () => {
  const home = folderWith({ '.claude/projects/x': '' })
  const roots = probeRoots({ HOME: home, CLAUDE_CONFIG_DIR: `/one, /two,`, XDG_CONFIG_HOME: '/xdg' })
  expect(roots).toEqual([
    { path: '/one/projects', origin: 'CLAUDE_CONFIG_DIR', exists: false },
    { path: '/two/projects', origin: 'CLAUDE_CONFIG_DIR', exists: false },
    { path: `${home}/.claude/projects`, origin: 'default location', exists: true },
    { path: '/xdg/claude/projects', origin: 'XDG_CONFIG_HOME', exists: false },
  ])
  expect(probeRoots({ HOME: home, CLAUDE_CONFIG_DIR: `${home}/.claude` }).map((root) => root.origin)).toEqual([
    'CLAUDE_CONFIG_DIR',
    'XDG_CONFIG_HOME',
  ])
})

test.each([
  ['{"cleanupPeriodDays": 365}', 365],
  ['{"cleanupPeriodDays": "never"}', 30],
  ['{"cleanupPeriodDays": -1}', 30],
  ['{}', 30],
  ['not json', 30],
  [undefined, 30],
])('with the settings %j transcripts are kept %i days', (settings, days) => {
  const config = folderWith({ 'projects/x': '', ...(settings === undefined ? {} : { 'settings.json': settings }) })
  expect(retentionOf(path.join(config, 'projects')).days).toBe(days)
})

test("a folder of one project is kept as long as the whole, a folder that is not the client's for ever", () => {
  const config = folderWith({ 'projects/-home-ada-boards/x': '', 'settings.json': '{"cleanupPeriodDays": 7}', 'copies/x': '' })
  expect(retentionOf(path.join(config, 'projects', '-home-ada-boards')).days).toBe(7)
  expect(retentionOf(path.join(config, 'copies')).days).toBeNull()
})
