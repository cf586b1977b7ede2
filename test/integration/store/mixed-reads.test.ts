/** Commands that read one store at the same time: every one gets an answer, with any owner of the store, also when that process ends. */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import { readingCommands, readMixed } from '../../support/mixed-reads.ts'
import { strata } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { writeConversation } from '../../support/write-conversation.ts'

/** More of them once in a while: STRATA_READS=1000. */
const count = Number(process.env['STRATA_READS'] ?? 124)

test(
  'many reads, eight at a time, have the answers of single ones, though the owners of the store are killed',
  { timeout: 120_000 + count * 6_000 },
  async () => {
    const [store, dir] = [path.join(tempDir(), 'store'), tempDir()]
    const told = conversation({ seed: 'mixed' })
      .human('What is in the cellar?')
      .runs('ls cellar', 'apples')
      .agent('Apples.')
      .human('Thanks')
    expect(strata(store, 'import', writeConversation(dir, told).projects).code).toBe(0)
    const commitId = /ctx-[0-9a-f]+/.exec(strata(store, 'log', '-n', '1').out)?.[0] ?? ''
    const commands = readingCommands(commitId, told.sessionId)
    const { answered, killed, failed } = await readMixed(store, commands, { count, atOnce: 8, killEveryMs: 1_500 })
    expect(failed).toEqual([])
    expect(answered).toBe(count)
    expect(killed).toBeGreaterThan(0)
    const scratch = path.join(store, 'scratch')
    expect(existsSync(scratch) ? readdirSync(scratch) : []).toEqual([])
  },
)
