/** An import counts files and sessions as read only when a record was read from them; the text and the JSON output have the same numbers. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { ImportResult } from '../../../../app/contract/import.ts'
import { conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const sessionId = 'aaaaaaaa-0000-4000-8000-000000000000'
const damagedId = (digit: number): string => `bbbbbbbb-0000-4000-8000-00000000000${digit}`

const damaged: readonly (readonly [string, Buffer])[] = [
  ['UTF-16', Buffer.from('{"type":"user"}\n', 'utf16le')],
  ['a compressed file', Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), Buffer.alloc(100, 7)])],
  ['NUL bytes', Buffer.alloc(3000)],
  ['lines that are not JSON', Buffer.from('not JSON\nneither\n')],
  ['JSON that is not an object', Buffer.from('[1]\n2\n')],
]

const setUp = () => {
  const home = tempDir()
  const { projects, mainFiles } = writeConversation(home, conversation({ sessionId, seed: 'a' }).human('paint it').agent('red'))
  const [main = ''] = mainFiles
  for (const [at, [, bytes]] of damaged.entries()) writeFileSync(path.join(path.dirname(main), `${damagedId(at)}.jsonl`), bytes)
  return { store: path.join(home, 'store'), projects, main }
}

const imported = (store: string, projects: string): ImportResult =>
  JSON.parse(strata(store, 'import', projects, '--json').out) as ImportResult

test('files without a readable record are not counted as read', () => {
  const { store, projects } = setUp()
  const { code, out } = strata(store, 'import', projects)
  expect(code).toBe(0)
  expect(out).toMatch(/^Read 1 file \(.* of 1 session; 0 unchanged\.\n/)
  expect(out).toContain(`${damaged.length} files contain no readable record; the bytes are stored unchanged.\n`)
  expect(out).toContain('in the input: strata problems\n')
})

test('the JSON output has the same numbers, and the files add up', () => {
  const { store, projects } = setUp()
  const first = imported(store, projects)
  expect(first).toMatchObject({
    filesFound: damaged.length + 1,
    filesImported: 1,
    sessions: 1,
    filesWithoutRecords: damaged.length,
    filesFailed: 0,
  })
  const again = imported(store, projects)
  expect(again).toMatchObject({ filesImported: 0, filesWithoutRecords: 0, filesUnchanged: damaged.length + 1 })
})

test('a damaged file is not counted again when another file of its session has grown', () => {
  const { store, projects, main } = setUp()
  const agent = path.join(path.dirname(main), sessionId, 'subagents', 'agent-a1.jsonl')
  mkdirSync(path.dirname(agent), { recursive: true })
  writeFileSync(agent, 'not JSON\n')
  expect(imported(store, projects)).toMatchObject({ filesImported: 1, sessions: 1, filesWithoutRecords: damaged.length + 1 })
  const more = conversation({ sessionId, seed: 'a' }).human('paint it').agent('red').human('and now blue').agent('blue')
  writeConversation(path.dirname(projects), more)
  expect(imported(store, projects)).toMatchObject({ filesImported: 1, sessions: 1, filesWithoutRecords: 0 })
})

test('a file with one readable record among malformed lines is read', () => {
  const { store, projects, main } = setUp()
  appendFileSync(main, 'not JSON\n')
  expect(imported(store, projects)).toMatchObject({ filesImported: 1, sessions: 1, filesWithoutRecords: damaged.length })
})
