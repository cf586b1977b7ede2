/** strata reindex: builds the tables from scratch from packs and journal, or the search index from the tables. */
import type { ReindexResult } from '../../contract/repair.ts'
import { exitCodes } from '../exit-codes.ts'
import { jsonText } from '../text/failure-text.ts'
import { bytesText, durationText } from '../text/format.ts'
import { countOf } from '../../model/format/count.ts'
import { printableLine } from '../text/printable.ts'
import type { DefineCommand } from './command.ts'

const salvagedText = ({ salvaged }: ReindexResult): string => {
  if (salvaged === undefined) return ''
  const { damaged, damagedLines, entries, keptAs } = salvaged
  const which = `${damagedLines.join(', ')}${damaged > damagedLines.length ? ', …' : ''}`
  const lost = damaged === 0 ? 'entries are missing' : `${countOf(damaged, 'line')} cannot be read (${which})`
  return `The journal is damaged: ${lost}; ${countOf(entries, 'entry', 'entries')} recovered. The damaged file is kept as ${printableLine(keptAs)}\n`
}

export const reindexCommand: DefineCommand = (command, run) =>
  command
    .option('--salvage', 'recover a damaged journal; keep the damaged file')
    .option('--search', 'build the search index from scratch instead of the tables')
    .action(({ salvage, search }: { readonly salvage?: boolean; readonly search?: boolean }) =>
      run.withEngine(
        async ({ ask, finish, json, terminal }) => {
          if (search === true) {
            const { result } = await finish(() => ask('search.index', { fromScratch: true }))
            const text = `${countOf(result.commits, 'commit')} indexed for search in ${durationText(result.elapsedMs)} (${bytesText(result.bytes)})\n`
            await terminal.print(json ? jsonText(result) : text)
            return undefined
          }
          const job = await finish(() => ask('reindex.start', {}))
          const result = job.result
          const left = result.damaged === 0 ? '' : `; ${countOf(result.damaged, 'session')} could not be rebuilt: strata problems`
          const text = `${countOf(result.sessions, 'session')} indexed in ${durationText(result.ms)}${left}\n`
          await terminal.print(json ? jsonText(result) : `${salvagedText(result)}${text}`)
          return result.salvaged === undefined ? undefined : exitCodes.faults
        },
        salvage === true ? 'salvage' : undefined,
      ),
    )
