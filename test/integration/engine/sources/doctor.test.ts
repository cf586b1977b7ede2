/** What the doctor says of a store beside which something is wrong. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

test('the doctor reports unusable settings as a problem', () => {
  const store = path.join(tempDir(), 'store')
  const { projects } = writeConversation(tempDir(), conversation().human('One').agent('1'))
  expect(strata(store, 'import', projects, '--quiet').code).toBe(0)
  expect(strata(store, 'doctor', projects)).toMatchObject({
    code: 0,
    out: expect.stringContaining('No faults: all transcripts are imported.') as string,
  })
  writeFileSync(path.join(store, 'settings.json'), '{"remotes": 7}')
  const { code, out } = strata(store, 'doctor', projects)
  expect(code).toBe(3)
  expect(out).toContain('settings.json contains invalid values: remotes must be a list. Correct or remove the file')
  expect(out).toContain('All transcripts are imported, but the store has faults.')
  expect(out).not.toContain('No faults')
})

test('the doctor ends with exit code 3 when the newest transcript cannot be parsed', () => {
  const store = path.join(tempDir(), 'store')
  const projects = tempDir()
  writeFileSync(path.join(projects, 'broken.jsonl'), 'no JSON\n')
  expect(strata(store, 'doctor', projects)).toMatchObject({
    code: 3,
    out: expect.stringContaining('Cannot parse the newest transcript') as string,
  })
})
