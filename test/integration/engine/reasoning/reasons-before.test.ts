/** The why beside blame: what was decided before the change that wrote a line. */
import path from 'node:path'
import { expect, test } from 'vitest'
import { conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const decided = "I'll use a ring buffer instead of a list, because it never grows."
const rejected = 'no, use seconds instead of minutes'

const harbour = async (): Promise<string> => {
  const store = path.join(tempDir(), 'store')
  const talk = conversation({ sessionId: 'tide', seed: 'tide', cwd: '/p' })
    .human('Write the tide table')
    .thinks(decided)
    .writes('tide.ts', 'export const keep = () => {\n  return ring()\n}\n')
    .agent('Written.')
    .human(rejected)
    .edits('tide.ts', '  return ring()', '  return ring(60)')
    .agent('Changed.')
    .human('Add a lamp')
    .writes('lamp.ts', 'lit\n')
    .agent('Lit.')
  await importInto(store, [writeConversation(tempDir(), talk).projects])
  return store
}

test('below the lines of a function is what was decided and rejected before each call that wrote them', async () => {
  const store = await harbour()
  const { out, err } = strata(store, 'blame', 'tide.ts', '-L', 'keep', '--why')
  expect(err).toBe('')
  const below = out.slice(out.indexOf('\n\n'))
  expect(below).toMatch(/Lines 1, 3: ctx-.*\n {2}decision.*\(thinking\) {2}I'll use a ring buffer/)
  expect(below).toMatch(/Line 2: ctx-.*\n {2}rejection \(person\) {2}no, use seconds/)
})

test('lines of a call before which nothing was decided say so, and numbers choose lines as with git', async () => {
  const store = await harbour()
  expect(strata(store, 'blame', 'lamp.ts', '-L', '1,1', '--why').out).toContain(
    'No decision, rejection or trade-off about this file was found',
  )
  const [first, ...rest] = strata(store, 'blame', 'tide.ts', '-L', '2,+1').out.trimEnd().split('\n')
  expect(first).toContain('return ring(60)')
  expect(rest).toEqual([])
  const json = JSON.parse(strata(store, 'blame', 'tide.ts', '-L', '2,2', '--why', '--json').out) as {
    lines: unknown[]
    why: { lines: number[]; reasons: { type: string }[] }[]
  }
  expect([json.lines.length, json.why.map(({ lines }) => lines)]).toEqual([1, [[2]]])
})

test('a name that no line declares, and a line behind the end, are errors that say so', async () => {
  const store = await harbour()
  const unknown = strata(store, 'blame', 'tide.ts', '-L', 'anchor')
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('declares anchor')])
  const behind = strata(store, 'blame', 'tide.ts', '-L', '90,95')
  expect([behind.code, behind.err]).toEqual([2, expect.stringContaining('has no line 90')])
})

test('lines of a range that are not known are said, also where what is not known begins before the range or is all of it', async () => {
  const store = path.join(tempDir(), 'store')
  const file = { filePath: '/p/part.ts', content: 'five\nsix', startLine: 5, numLines: 2, totalLines: 9 }
  const talk = conversation({ sessionId: 'part', seed: 'part', cwd: '/p' })
    .human('Read it')
    .calls('Read', { file_path: '/p/part.ts', offset: 5, limit: 2 })
    .result('last', '     5\tfive\n     6\tsix', { toolUseResult: { type: 'text', file } })
    .agent('Read.')
  await importInto(store, [writeConversation(tempDir(), talk).projects])
  const rows = (range: string) => strata(store, 'blame', 'part.ts', '-L', range).out.trimEnd().split('\n')
  expect(rows('3,5')).toEqual(['[lines 3 to 4 are not known]', expect.stringContaining('five')])
  expect(rows('5,3')).toEqual(rows('3,5'))
  expect(rows('1,2')).toEqual(['[lines 1 to 2 are not known]'])
  expect(rows('8,9')).toEqual(['[lines 8 to 9 are not known]'])
})
