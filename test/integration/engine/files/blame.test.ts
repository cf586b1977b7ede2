/** Who wrote each line of a file, through all sessions. */
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { DriftView } from '../../../../app/contract/known-files.ts'
import type { BlameView, FileHistoryView, KnownFileView } from '../../../../app/contract/objects.ts'
import { conversation } from '../../../support/conversation.ts'
import { gitBlame } from '../../../support/git-blame.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

let [store, folder] = ['', '']

const first = () =>
  conversation({ sessionId: 'harbour', seed: 'harbour', cwd: folder, start: '2026-01-05T09:00:00Z' })
    .human('Turn the lights on')
    .reads('lights.ts', 'const on = false\nexport { on }\n')
    .edits('lights.ts', 'const on = false', 'const on = true')
    .agent('On.')
    .human('Name the colour')
    .subagent({ prompt: 'Choose a colour', type: 'painter', agentId: 'a1b2c3d4' }, (agent) =>
      agent
        .reads('lights.ts', 'const on = true\nexport { on }\n')
        .edits('lights.ts', 'export { on }', "export const colour = 'red'\nexport { on }")
        .agent('Red.'),
    )
    .agent('It is red.')

const second = () =>
  conversation({ sessionId: 'quay', seed: 'quay', cwd: folder, start: '2026-01-06T09:00:00Z' })
    .human('Add a wave')
    .reads('lights.ts', "// by hand\nconst on = true\nexport const colour = 'red'\nexport { on }\n")
    .edits('lights.ts', 'export { on }', 'export { on }\nexport const wave = 1')
    .agent('Added.')

/** It edits a file that it never read. */
const blind = () =>
  conversation({ sessionId: 'fog', seed: 'fog', cwd: folder, start: '2026-01-07T09:00:00Z' })
    .human('Change it unseen')
    .calls('Edit', { file_path: `${folder}/fog.ts`, old_string: 'a', new_string: 'b' })
    .result('last', 'updated', { toolUseResult: { filePath: `${folder}/fog.ts`, oldString: 'a', newString: 'b', replaceAll: false } })
    .calls('Read', { file_path: `${folder}/fog.ts`, offset: 2, limit: 2 })
    .result('last', '2→b\n3→c', {
      toolUseResult: { type: 'text', file: { filePath: `${folder}/fog.ts`, content: 'b\nc', numLines: 2, startLine: 2, totalLines: 5 } },
    })
    .agent('Changed.')

const growing = Array.from({ length: 30 }, (_, at) => `line ${at % 7}${at % 3 === 0 ? '\n}' : ''}`).join('\n')
const edits = Array.from(
  { length: 25 },
  (_, at) => [`line ${at % 7}`, at % 2 === 0 ? `line ${at % 5}\nrow ${at}` : `row ${at % 4}`] as const,
)

/** The contents of a file that is edited again and again. */
const versions = (() => {
  const all = [growing]
  for (const [from, to] of edits) {
    const before = all.at(-1) ?? ''
    if (before.includes(from)) all.push(before.replace(from, to))
  }
  return all
})()

const many = () => {
  const talk = conversation({ sessionId: 'tide', seed: 'tide', cwd: folder, start: '2026-01-08T09:00:00Z' })
    .human('Edit')
    .reads('tide.ts', growing)
  let content = growing
  for (const [from, to] of edits) {
    if (!content.includes(from)) continue
    content = content.replace(from, to)
    talk.edits('tide.ts', from, to)
  }
  return talk.agent('Edited.')
}

beforeAll(async () => {
  const home = tempDir()
  folder = path.join(home, 'harbour')
  store = path.join(home, 'store')
  mkdirSync(folder)
  await importInto(store, [writeConversation(home, first(), second(), blind(), many()).projects])
})

const blame = (name: string, ...args: readonly string[]): BlameView =>
  JSON.parse(strata(store, 'blame', name, '--json', ...args).out) as BlameView

/** Each line with its source, its session, and which agent wrote it. */
const saidOf = ({ lines, origins }: BlameView): readonly string[] =>
  lines.map(({ text, origin }) => {
    const from = origin === null ? undefined : origins[origin]
    return from === undefined ? `${text} ?` : `${text} ${from.source} ${from.sessionId} ${from.agent.agentType ?? 'main'}`
  })

test('each line has the session, the agent and the prompt that led to it', () => {
  const view = blame('harbour/lights.ts')
  expect(saidOf(view)).toEqual([
    '// by hand outside quay main',
    'const on = true agent harbour main',
    "export const colour = 'red' agent harbour painter",
    'export { on } before harbour main',
    'export const wave = 1 agent quay main',
  ])
  const prompts = view.lines.map(({ origin }) => view.origins[origin ?? -1]?.prompt)
  expect(prompts.slice(1)).toEqual(['Turn the lights on', 'Choose a colour', 'Turn the lights on', 'Add a wave'])
  expect([view.totalLines, view.gaps]).toEqual([5, []])
})

test('at a commit only what was known then counts', () => {
  expect(saidOf(blame('harbour/lights.ts', '--at', 'harbour'))).toEqual([
    'const on = true agent harbour main',
    'export { on } before harbour main',
  ])
  expect(saidOf(blame('harbour/lights.ts', '--at', 'quay'))).toHaveLength(5)
  expect(blame('harbour/lights.ts', '--at', 'tide')).toMatchObject({ lines: [], gaps: [{ from: 1, to: null }], totalLines: null })
})

test('each line is printed with its origin', () => {
  const { out } = strata(store, 'blame', 'harbour/lights.ts')
  expect(out.split('\n')[0]).toMatch(/^a person or a command +1 {2}\/\/ by hand$/)
  expect(out).toMatch(/\nctx-[0-9a-f]+ {2}2026-01-05 \S+ {2}painter {2}Choose a colour +3 {2}export const colour = 'red'\n/)
})

test('lines of the disk that match keep their origin, others are in no transcript', () => {
  writeFileSync(path.join(folder, 'lights.ts'), "// by hand\r\nconst on = true\r\nconst own = 0\r\nexport const colour = 'red'\r\n")
  const expected = [
    '// by hand outside quay main',
    'const on = true agent harbour main',
    'const own = 0 ?',
    "export const colour = 'red' agent harbour painter",
  ]
  expect(saidOf(blame('harbour/lights.ts', '--working-tree'))).toEqual(expected)
  expect(saidOf(blame(path.join(folder, 'lights.ts'), '--working-tree'))).toEqual(expected)
  expect(strata(store, 'blame', 'harbour/lights.ts', '--working-tree').out).toMatch(/not in a transcript +3 {2}const own = 0/)
  expect(strata(store, 'blame', 'tide.ts', '--working-tree').err).toMatch(/Cannot read .*tide\.ts: does not exist \(path-unreadable\)/)
})

test('of lines that an agent may have changed unseen it is not known who wrote them', () => {
  const view = blame('fog.ts')
  expect(saidOf(view)).toEqual(['b unclear fog main', 'c unclear fog main'])
  expect([view.gaps, view.totalLines]).toEqual([
    [
      { from: 1, to: 1 },
      { from: 4, to: 5 },
    ],
    5,
  ])
  expect(strata(store, 'blame', 'fog.ts').out).toMatch(
    /^\[line 1 is not known\]\nnot known who wrote it {2}2 {2}b\n.*\n\[lines 4 to 5 are not known\]\n$/,
  )
})

test('a conversation of one edit after the other is blamed as a repository of these commits', () => {
  const view = blame('tide.ts')
  const records = [...new Set(view.origins.map(({ record }) => record.line))].sort((a, b) => a - b)
  const [ofGit = []] = gitBlame([versions])
  const used = [...new Set(ofGit)].sort((a, b) => a - b)
  expect(view.lines.map(({ origin }) => records.indexOf(view.origins[origin ?? -1]?.record.line ?? -1))).toEqual(
    ofGit.map((version) => used.indexOf(version)),
  )
  expect(view.lines.map(({ text }) => text).join('\n')).toBe(versions.at(-1))
})

test('a file that a command of another session moved away is not there; where it is on disk, its lines keep their origin', () => {
  const own = path.join(tempDir(), 'store')
  const mover = conversation({ sessionId: 'mover', seed: 'mover', cwd: folder, start: '2026-01-08T09:00:00Z' })
    .human('Rename it')
    .runs('git mv lights.ts lamps.ts', '')
    .agent('Renamed.')
  strata(own, 'import', writeConversation(tempDir(), second(), mover).projects)
  const json = (...args: readonly string[]) => JSON.parse(strata(own, 'blame', ...args, '--json').out) as BlameView
  expect(json('harbour/lights.ts').isThere).toBe(false)
  expect(saidOf(json('lamps.ts')).at(-1)).toBe('export const wave = 1 agent quay main')
  writeFileSync(path.join(folder, 'lights.ts'), 'const on = true\nexport const wave = 1\n')
  expect(saidOf(json('harbour/lights.ts', '--working-tree'))).toEqual([
    'const on = true before quay main',
    'export const wave = 1 agent quay main',
  ])
})

const box = ['--machine-id', '0123456789abcdef0123456789abcdef']

test('the file on disk is that of the sessions of this machine, also where the last one is from another', () => {
  const own = path.join(tempDir(), 'store')
  const [here, there] = [writeConversation(tempDir(), first()), writeConversation(tempDir(), second())]
  strata(own, 'import', here.projects)
  strata(own, 'filesystem', 'add', 'box', ...box)
  strata(own, 'import', there.projects, '--filesystem', 'box')
  writeFileSync(path.join(folder, 'lights.ts'), 'const on = true\nexport const wave = 1\n')
  const view = JSON.parse(strata(own, 'blame', 'harbour/lights.ts', '--working-tree', '--json').out) as BlameView
  expect(saidOf(view)).toEqual(['const on = true agent harbour main', 'export const wave = 1 ?'])
})

test('a sandbox and its host that share a folder by a mount have one file', () => {
  const own = path.join(tempDir(), 'store')
  const inBox = conversation({ sessionId: 'boxed', seed: 'boxed', cwd: '/workspace', start: '2026-01-05T09:00:00Z' })
    .human('Turn the lights on')
    .reads('/workspace/lights.ts', 'const on = false\nexport { on }\n')
    .edits('/workspace/lights.ts', 'const on = false', 'const on = true')
    .agent('On.')
  const onHost = conversation({ sessionId: 'hosted', seed: 'hosted', cwd: folder, start: '2026-01-06T09:00:00Z' })
    .human('Add a wave')
    .reads('lights.ts', 'const on = true\nexport { on }\n')
    .edits('lights.ts', 'export { on }', 'export { on }\nexport const wave = 1')
    .agent('Added.')
  const [there, here] = [writeConversation(tempDir(), inBox), writeConversation(tempDir(), onHost)]
  strata(own, 'filesystem', 'add', 'box', ...box)
  strata(own, 'import', there.projects, '--filesystem', 'box')
  strata(own, 'import', here.projects)
  const hosted = path.join(folder, 'lights.ts')
  const blamed = (...args: readonly string[]) => JSON.parse(strata(own, 'blame', ...args, '--json').out) as BlameView
  expect(saidOf(blamed(hosted))[0]).toBe('const on = true before hosted main')
  strata(own, 'filesystem', 'add', 'share', '--prefix', '/workspace', '--as', folder, '--id', 'this', '--of', 'box')
  const shared = ['const on = true agent boxed main', 'export { on } before boxed main', 'export const wave = 1 agent hosted main']
  expect(saidOf(blamed(hosted))).toEqual(shared)
  expect(saidOf(blamed('/workspace/lights.ts'))).toEqual(shared)
  const was = JSON.parse(strata(own, 'file', 'show', hosted, '--at', 'hosted', '--as-was', '--json').out) as KnownFileView
  expect([was.path, was.content]).toEqual([hosted, 'const on = true\nexport { on }\nexport const wave = 1\n'])
  const { versions } = JSON.parse(strata(own, 'file', 'history', hosted, '--json').out) as FileHistoryView
  expect(new Set(versions.map(({ sessionId }) => sessionId))).toEqual(new Set(['boxed', 'hosted']))
})

test('of a session with transcripts from two machines each record is of its own', () => {
  const [home, copy] = [tempDir(), tempDir()]
  const { projects } = writeConversation(home, first())
  const [agents = ''] = readdirSync(projects, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('subagents'))
  mkdirSync(path.join(copy, path.dirname(agents)), { recursive: true })
  renameSync(path.join(projects, agents), path.join(copy, agents))
  const own = path.join(tempDir(), 'store')
  strata(own, 'import', projects)
  strata(own, 'filesystem', 'add', 'box', ...box)
  strata(own, 'import', copy, '--filesystem', 'box')
  const newest = JSON.parse(strata(own, 'blame', 'harbour/lights.ts', '--json').out) as BlameView
  // The sub-agent saw and changed a file of the other machine.
  expect(saidOf(newest)).toEqual([
    'const on = true before harbour painter',
    "export const colour = 'red' agent harbour painter",
    'export { on } before harbour painter',
  ])
  writeFileSync(path.join(folder, 'lights.ts'), "const on = true\nexport const colour = 'red'\n")
  const onDisk = JSON.parse(strata(own, 'blame', 'harbour/lights.ts', '--working-tree', '--json').out) as BlameView
  expect(saidOf(onDisk)).toEqual(['const on = true agent harbour main', "export const colour = 'red' ?"])
  const drift = (name: string) => JSON.parse(strata(own, 'drift', name, '--json').out) as DriftView
  expect(drift(newest.origins[0]?.commitId ?? '').files.map(({ state }) => state)).toEqual(['elsewhere'])
  expect(drift('harbour').files.map(({ state }) => state)).toEqual(['changed'])
})

test('a commit and the working tree cannot be asked for together, and a path must be known', () => {
  expect(strata(store, 'blame', 'tide.ts', '--at', 'tide', '--working-tree')).toMatchObject({ code: 2 })
  expect(strata(store, 'blame', 'no/such.ts').err).toContain('No agent was given a file with the path “no/such.ts”')
})
