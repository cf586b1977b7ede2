/** What the doctor says of a store beside which something is wrong. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

test('nothing is wrong only where nothing is: unusable settings are told of', () => {
  const store = path.join(tempDir(), 'store')
  const { projects } = writeConversation(tempDir(), conversation().human('One').agent('1'))
  expect(strata(store, 'import', projects, '--quiet').code).toBe(0)
  expect(strata(store, 'doctor', projects).out).toContain('No faults: all transcripts are imported.')
  writeFileSync(path.join(store, 'settings.json'), '{"remotes": 7}')
  const { out } = strata(store, 'doctor', projects)
  expect(out).toContain('settings.json contains invalid values of remotes')
  expect(out).toContain('All transcripts are imported, but the store has faults.')
  expect(out).not.toContain('No faults')
})
