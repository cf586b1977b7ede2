/** `strata read`: conversations in pages, from any place in them. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { ReadingRow } from '../../../app/contract/reader.ts'
import { conversation } from '../../support/conversation.ts'
import { strata as strataOn, type Ended } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { writeConversation } from '../../support/write-conversation.ts'

const sessionId = 'aaaaaaaa-0000-4000-8000-000000000000'
const home = tempDir()
const strata = (...args: readonly string[]): Ended => strataOn(path.join(home, 'store'), ...args)
let file = ''

interface ReadPage {
  readonly sessionId: string
  readonly chain: string
  readonly tip: string
  readonly from: number
  readonly total: number
  readonly rows: readonly ReadingRow[]
}

const read = (...args: readonly string[]): ReadPage => {
  const { code, out, err } = strata('read', ...args, '--json')
  expect(code, err).toBe(0)
  return JSON.parse(out) as ReadPage
}

beforeAll(() => {
  const talk = conversation({ sessionId, seed: 'a' })
    .human('paint it')
    .agent('blue')
    .human('in a colour that we did not want')
    .agent('green')
    .rewind(1)
    .human('better in red')
    .subagent({ agentId: 'a1', type: 'painter', prompt: 'paint the door' }, (agent) => agent.agent('the door is red'))
    .agent('all red')
  const { projects, mainFiles } = writeConversation(home, talk)
  file = mainFiles[0] ?? ''
  expect(strata('import', projects)).toMatchObject({ code: 0 })
})

test('pages of any size give each row of the conversation once, in order', () => {
  const whole = read(sessionId, '-n', '1000')
  expect(whole.rows).toHaveLength(whole.total)
  for (const size of [1, 2, 3]) {
    const rows: ReadingRow[] = []
    while (rows.length < whole.total) rows.push(...read(sessionId, '--from', String(rows.length + 1), '-n', String(size)).rows)
    expect(rows).toEqual(whole.rows)
  }
  expect(read(sessionId, '--last', '-n', '2').rows).toEqual(whole.rows.slice(-2))
})

test('the text names the commits, the branch that was left, and where the next page begins', () => {
  const { out, err } = strata('read', sessionId, '-n', '3')
  expect(out).toMatch(/^ctx-[0-9a-f]+\nhuman /)
  expect(err).toMatch(/rows 1 to 3 of \d+; the next: --from 4\n$/)
  const whole = strata('read', sessionId)
  expect(whole.out).toMatch(/── branch of 1 commit to ctx-[0-9a-f]+, .*: in a colour that we did not want/)
  expect(whole.out).not.toContain('green')
  expect(whole.err).not.toContain('the next')
})

test('a commit is read from its first row on, also one of the branch that was left', () => {
  const whole = read(sessionId)
  const branch = whole.rows.find((row) => row.kind === 'branch')
  const last = whole.rows.at(-1)?.commitId ?? ''
  expect(read(last).rows).toEqual(whole.rows.filter(({ commitId }) => commitId === last))
  const left = strata('read', branch?.kind === 'branch' ? branch.tip : '')
  expect(left.out).toContain('green')
  expect(left.out.startsWith(branch?.kind === 'branch' ? branch.tip : 'no branch')).toBe(true)
  const withoutPrefix = last.replace('ctx-', '')
  expect(read(withoutPrefix)).toEqual(read(last))
  expect(strata('read', `rewind/${sessionId}/1`).out).toBe(left.out)
  expect(read(`session/${sessionId}`)).toEqual(whole)
  expect(read(sessionId.slice(0, 5))).toEqual(whole)
})

test('a record is found by its file and line, and a sub-agent by its id', () => {
  const lines = readFileSync(file, 'utf8').split('\n')
  const line = lines.findIndex((text) => text.includes('better in red')) + 1
  const [first] = read(sessionId, '--record', `${path.basename(file)}:${line}`).rows
  expect(JSON.stringify(first)).toContain('better in red')
  const { chain, rows } = read(sessionId, '--agent', 'a1')
  expect(chain).toBe('a1')
  expect(JSON.stringify(rows)).toContain('the door is red')
  expect(strata('read', sessionId, '--agent', 'other').err).toContain('no sub-agent “other”: a1')
})

test('a row after the last is an empty page, and two beginnings are refused', () => {
  expect(read(sessionId, '--from', '5000').rows).toEqual([])
  expect(strata('read', sessionId, '--from', '5000').err).toContain('no rows of')
  expect(strata('read', sessionId, '--from', '2', '--last')).toMatchObject({ code: 2 })
  expect(strata('read', sessionId, '--agent', 'a1', '--record', 'x:1')).toMatchObject({ code: 2 })
  expect(strata('read', 'bbbb').err).toContain('not-found')
})
