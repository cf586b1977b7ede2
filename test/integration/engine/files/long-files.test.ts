/** A file that is too long for blame is not available there, and no other is. */
import path from 'node:path'
import { expect, test } from 'vitest'
import { conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

test('the blame of a file with more than two million lines says that it is too large, and that of another file is complete', async () => {
  const [long, short] = ['/p/long.txt', '/p/short.txt']
  const talk = conversation({ seed: 'long', cwd: '/p' })
    .human('Write both')
    .writes(long, 'x\n'.repeat(2_000_001))
    .writes(short, 'one\ntwo\n')
    .agent('Written.')
  const home = tempDir()
  const store = path.join(home, 'store')
  await importInto(store, [writeConversation(home, talk).projects])
  const refused = strata(store, 'blame', long)
  expect(refused.code).not.toBe(0)
  expect(refused.err).toContain('not available: too large: /p/long.txt has 2,000,001 lines, and blame follows up to 2,000,000')
  expect(strata(store, 'blame', short).out.trimEnd().split('\n')).toHaveLength(2)
  expect(strata(store, 'file', 'show', long).out).toHaveLength(4_000_002)
})
