/** Answers to the call that writes a lake. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { lakeCalls, LakeResult } from '../../contract/lake.ts'
import { lackingText } from '../../model/format/lacking-text.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { writeLake } from './write-lake.ts'

const summaryOf = ({ written, unchanged, removed, dir, lacking }: LakeResult): string =>
  `${written} files written to ${dir}, ${unchanged} unchanged${removed === 0 ? '' : `, ${removed} removed`}${
    lacking === 0 ? '' : `. ${lackingText(lacking)}`
  }`

export const lakeHandlers = ({ context, jobs }: HandlerParts): HandlersOf<typeof lakeCalls> => ({
  // An import may continue beside it; work that closes the tables waits for it.
  'lake.start': (asked) =>
    Promise.resolve(
      jobs.startParallel('lake', async (progress) => {
        await context.ensureObjects()
        await context.ensure('reasoning')
        await context.ensure('facts')
        return jobs.runParallel(async () => {
          const result = await writeLake(context, asked, progress)
          return { result, summary: summaryOf(result) }
        })
      }),
    ),
})
