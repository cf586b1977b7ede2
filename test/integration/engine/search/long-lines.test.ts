/** Regular expressions in lines that the index keeps in pieces. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conversation } from '../../../support/conversation.ts'
import { rounds } from '../../../support/rounds.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, wholeSearch, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

test(
  'a regular expression matches wherever a long line was cut, and only at the true beginning of a line',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 17_000, max: 43_000 }),
        fc.integer({ min: 300, max: 1_000 }),
        fc.boolean(),
        async (at, gap, hasBlanks) => {
          const filler = (length: number): string => (hasBlanks ? 'abc ' : 'abcd').repeat(length).slice(0, length)
          const line = `${filler(at)} needle${filler(gap)}thread ${filler(30_000)}`
          const told = conversation({ sessionId: 'long', seed: 'long' })
            .human('Print it')
            .runs('print', `first\n${line}\nlast`)
            .agent('Done.')
          const store = tempDir()
          await importInto(store, [writeConversation(tempDir(), told).projects])
          await withEngine(store, async (engine) => {
            for (const [pattern, total] of [
              [`/needle.{${gap}}thread/`, 1],
              ['/^needle/', 0],
              ['/^last$/', 1],
              ['/thread.*needle/', 0],
            ] as const)
              expect([pattern, (await wholeSearch(engine, pattern)).results?.total]).toEqual([pattern, total])
          })
        },
      ),
      { numRuns: rounds(3, 40), seed: 7 },
    )
  },
)
