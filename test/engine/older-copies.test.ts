/** A transcript that stands in two places, one of them an older backup, is one conversation. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { conversation } from '../support/conversation.ts'
import { deriveFolder } from '../support/derive-folder.ts'
import { tempDir } from '../support/temp-dir.ts'
import { writeConversation } from '../support/write-conversation.ts'

test('an older backup adds nothing to the chains of the transcript it was taken from', async () => {
  const root = tempDir()
  const told = conversation({ seed: 'backup' })
    .human('First')
    .bookkeeping({ type: 'mode', mode: 'normal' })
    .agent('Done.')
    .human('Second')
    .agent('Done too.')
  const { mainFiles } = writeConversation(root, told)
  const file = String(mainFiles[0])
  const alone = (await deriveFolder(root)).get(told.sessionId)
  const backup = path.join(root, 'projects', 'a-backup')
  mkdirSync(backup, { recursive: true })
  writeFileSync(path.join(backup, path.basename(file)), readFileSync(file).subarray(0, 900))

  const both = (await deriveFolder(root)).get(told.sessionId)

  expect(both?.sources).toHaveLength(2)
  expect(both?.commits).toEqual(alone?.commits)
  expect(both?.refs).toEqual(alone?.refs)
  expect(both?.rows.sessions[0]?.humanPrompts).toBe(2)
})
