/** What a file is by its name and place, and what the client keeps beside transcripts. */
import path from 'node:path'
import { expect, test } from 'vitest'
import { finder } from '../../../../importer/agents.ts'
import { folderOf } from '../../../../importer/claude-code/file-layout.ts'
import { folderWith } from '../../../support/folder-with.ts'

const one = '11111111-1111-4111-8111-111111111111'
const two = '22222222-2222-4222-8222-222222222222'

/** What was found, as `file: role of session`. */
const found = (...paths: readonly string[]): readonly string[] =>
  finder.discover(paths).files.map(({ file, role, sessionId }) => `${file.split('/').slice(1).join('/')}: ${role} of ${String(sessionId)}`)

test('the journal of a workflow is not a transcript: it is stored with its session, like all other files in the session’s folder', () => {
  const folder = folderWith({
    [`-p/${one}/subagents/workflows/wf_1/journal.jsonl`]: '{}',
    [`-p/${one}/subagents/workflows/wf_1/agent-a1.jsonl`]: '{}',
    [`-p/${one}/subagents/workflows/wf_1/script.js`]: 'x',
  })
  expect(found(folder)).toEqual([
    `-p/${one}/subagents/workflows/wf_1/agent-a1.jsonl: agent of ${one}`,
    `-p/${one}/subagents/workflows/wf_1/journal.jsonl: side of ${one}`,
    `-p/${one}/subagents/workflows/wf_1/script.js: side of ${one}`,
  ])
})

test('the ending of a name may be in capitals, for example from a disk that ignores case', () => {
  const folder = folderWith({
    [`-p/${one}.JSONL`]: '',
    [`-p/${one}/subagents/AGENT-A1.JSONL`]: '{}',
    [`-p/${one}/subagents/AGENT-A1.META.JSON`]: '{}',
  })
  expect(found(folder)).toEqual([
    `-p/${one}/subagents/AGENT-A1.JSONL: agent of ${one}`,
    `-p/${one}/subagents/AGENT-A1.META.JSON: meta of ${one}`,
    `-p/${one}.JSONL: session of ${one}`,
  ])
})

test('a folder named like a session above the imported one has no effect on side files', () => {
  const folder = folderWith({ [`${one}/-p/notes.txt`]: 'x', [`${one}/-p/${two}.jsonl`]: '' })
  expect(found(path.join(folder, one))).toEqual([`-p/${two}.jsonl: session of ${two}`])
})

test('backups of files that a session changed are next to the projects and belong to the session', () => {
  const folder = folderWith({
    [`.claude/projects/-p/${one}.jsonl`]: '',
    [`.claude/projects/-p/${two}.jsonl`]: '',
    [`.claude/file-history/${one}/375986573a87bf1f@v1`]: 'a',
    [`.claude/file-history/${one}/375986573a87bf1f@v2`]: 'b',
    [`.claude/file-history/${two}/0000000000000000@v1`]: 'c',
    '.claude/file-history/notes.txt': 'x',
  })
  const backups = (...paths: readonly string[]): readonly string[] =>
    finder.discover(paths).files.flatMap(({ role, file, sessionId }) => (role === 'side' ? [`${file} of ${String(sessionId)}`] : []))
  const first = [`file-history/${one}/375986573a87bf1f@v1 of ${one}`, `file-history/${one}/375986573a87bf1f@v2 of ${one}`]
  const all = [...first, `file-history/${two}/0000000000000000@v1 of ${two}`]
  expect(backups(path.join(folder, '.claude'))).toEqual(all)
  expect(backups(path.join(folder, '.claude/projects'))).toEqual(all)
  expect(backups(path.join(folder, '.claude/projects/-p'))).toEqual(all)
  expect(backups(path.join(folder, `.claude/projects/-p/${one}.jsonl`))).toEqual(first)
})

test('the folder of a session is the one with its transcript, for its agents and side files too', () => {
  expect(folderOf(`/c/-p/${one}.jsonl`, 'session')).toBe('-p')
  expect(folderOf('/c/-p/agent-a1.jsonl', 'agent')).toBe('-p')
  expect(folderOf(`/c/-p/${one}/subagents/agent-a1.jsonl`, 'agent')).toBe('-p')
  expect(folderOf(`/c/-p/${one}/subagents/workflows/wf_1/agent-a1.meta.json`, 'meta')).toBe('-p')
  expect(folderOf(`/c/-p/${one}/tool-results/x.txt`, 'side')).toBe('-p')
})
