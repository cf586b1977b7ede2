/** The list of sessions is filtered by the grammar of searches, in titles, names and prompts. */
import { beforeAll, expect, test } from 'vitest'
import type { SessionsPage } from '../../../../app/contract/sessions.ts'
import { conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

let store = ''
beforeAll(async () => {
  const lamp = conversation({ sessionId: 'lamp', seed: 'lamp', cwd: '/p/lighthouse', start: '2026-01-10T09:00:00Z' })
    .human('Refill the lamp at dusk, before 18:30')
    .runs('make lamp', 'ok')
    .agent('Filled the harbour lamp.')
  const boats = conversation({ sessionId: 'boats', seed: 'boats', cwd: '/p/harbour', start: '2026-04-01T09:00:00Z' })
    .human('Count the boats near the lamp')
    .writes('docs/boats.md', 'Forty.')
    .agent('Forty.')
  const { projects } = writeConversation(tempDir(), lamp, boats)
  store = tempDir()
  await importInto(store, [projects])
})

const listed = (text: string): Promise<SessionsPage> =>
  withEngine(store, (engine) => engine.ask('sessions.list', { text, everything: true, sort: 'title', descending: false }))

test.each([
  ['lamp', ['boats', 'lamp']],
  ['LAMP dusk', ['lamp']],
  ['lam refil', ['lamp']],
  ['"the lamp at"', ['lamp']],
  ['"lamp the"', []],
  ['lamp -boats', ['lamp']],
  ['-boats', ['lamp']],
  ['dusk OR boats', ['boats', 'lamp']],
  ['boa*', ['boats']],
  ['/\\d\\d:\\d\\d/', ['lamp']],
  ['/REFILL/', []],
  ['project:harbour', ['boats']],
  ['harbour', ['boats']],
  ['-project:harbour lamp', ['lamp']],
  ['tool:Bash', ['lamp']],
  ['-tool:Bash', ['boats']],
  ['file:boats.md', ['boats']],
  ['after:2026-03-01', ['boats']],
  ['before:2026-03-01 lamp', ['lamp']],
  ['session:bo', ['boats']],
  ['kind:title lamp', ['boats', 'lamp']],
  ['kind:prompt lighthouse', []],
  ['18:30', ['lamp']],
])('%s', async (text, expected) => {
  const { rows, hints } = await listed(text)
  expect(rows.map(({ sessionId }) => sessionId)).toEqual(expected)
  expect(hints).toEqual([])
})

test('what the list cannot answer is a hint, and the rest counts', async () => {
  const { rows, hints } = await listed('lamp /(?<=a)mp/ "dusk')
  expect(rows.map(({ sessionId }) => sessionId)).toEqual(['lamp'])
  expect(hints).toEqual([expect.stringContaining('closing quotation mark'), expect.stringContaining('/(?<=a)mp/ is ignored')])
  expect((await listed('kind:output lamp')).hints).toEqual([expect.stringContaining('titles and prompts')])
  expect((await listed('lamp session:xyz')).hints).toEqual(['Nothing has session:xyz.'])
  expect((await listed('lamp file:boat.md')).hints).toEqual(['Nothing has file:boat.md.'])
})
