/** strata reindex: builds the tables anew from packs and journal. */
import { Command } from 'commander'
import type { ReindexResult } from '../../contract/job-results.ts'
import { jsonText } from '../failure-text.ts'
import { durationText, plural } from '../figures.ts'
import type { RunCommand } from './command.ts'

export const reindexCommand = (run: RunCommand): Command =>
  new Command('reindex').description('build the index anew from the packs and the journal').action(() =>
    run.withEngine(async ({ ask, finish, json, terminal }) => {
      const job = await finish(() => ask('reindex.start', {}))
      const result = job.result as ReindexResult
      const left = result.damaged === 0 ? '' : `; ${plural(result.damaged, 'session')} could not be rebuilt: strata problems`
      await terminal.print(json ? jsonText(result) : `${plural(result.sessions, 'session')} indexed in ${durationText(result.ms)}${left}\n`)
      return undefined
    }),
  )
