/** strata stats: figures in all, of a session, or by file, session or project; also by the reference rules. */
import { Option } from 'commander'
import type { StatsGroup } from '../../contract/stats.ts'
import { jsonText } from '../text/failure-text.ts'
import { reportUnreadable } from '../report-unreadable.ts'
import type { Strata } from '../run-with-engine.ts'
import { referenceGroupsText, referenceText, type ReferenceGroup } from '../text/reference-text.ts'
import { statsGroupsText, statsText } from '../text/stats-text.ts'
import type { DefineCommand } from './command.ts'
import { choiceOption } from '../choices.ts'

const groupings = ['source', 'session', 'project'] as const
type Grouping = (typeof groupings)[number]

interface Options {
  readonly session?: string
  readonly by?: Grouping
  readonly reference?: boolean
}

/** The name of a group in JSON: a source is a file. */
const groupName: Readonly<Record<Grouping, string>> = { source: 'file', session: 'session', project: 'project' }

const sessionInput = (options: Options): { readonly sessionId?: string } =>
  options.session === undefined ? {} : { sessionId: options.session }

const printReference = async ({ ask, json, terminal }: Strata, options: Options): Promise<void> => {
  const answer = await ask('stats.reference', sessionInput(options))
  await terminal.print(json ? jsonText(answer) : referenceText(answer.totals, terminal))
}

/** Prints the reference totals of each group, which can be checked against the files; also its figures, unless `reference` is set. */
const printGroupsJson = async ({ ask, terminal }: Strata, by: Grouping, reference: boolean): Promise<void> => {
  const totals = await ask('stats.referenceBy', { by })
  const figures: readonly StatsGroup[] = reference ? [] : await ask('stats.by', { by })
  const statsOf = new Map(figures.map(({ group, stats }) => [group, stats]))
  const names = [...new Set([...totals.map(({ group }) => group), ...statsOf.keys()])]
  const totalsOf = new Map(totals.map((group) => [group.group, group.totals]))
  await terminal.print(
    jsonText(
      names.map((name) => ({
        [groupName[by]]: name,
        totals: totalsOf.get(name) ?? null,
        ...(reference ? {} : { stats: statsOf.get(name) ?? null }),
      })),
    ),
  )
}

const printGroups = async (strata: Strata, by: Grouping, reference: boolean): Promise<void> => {
  const { ask, json, terminal } = strata
  if (json) await printGroupsJson(strata, by, reference)
  else if (reference)
    await terminal.print(
      referenceGroupsText((await ask('stats.referenceBy', { by })) as readonly ReferenceGroup[], groupName[by], terminal),
    )
  else await terminal.print(statsGroupsText(await ask('stats.by', { by }), groupName[by], terminal))
}

const printStats = async ({ ask, json, terminal }: Strata, { session }: Options): Promise<void> => {
  const stats = session === undefined ? await ask('stats.show', {}) : await ask('session.stats', { sessionId: session })
  await terminal.print(json ? jsonText(stats) : statsText(stats, terminal))
}

export const statsCommand: DefineCommand = (command, run) =>
  command
    .addOption(new Option('--session <id>', 'session to include').conflicts('by'))
    .addOption(choiceOption('--by <group>', 'one row for each', groupings))
    .option('--reference', 'totals by the reference rules, copies included')
    .action((options: Options) =>
      run.withEngine(async (strata) => {
        if (options.by !== undefined) await printGroups(strata, options.by, options.reference === true)
        else if (options.reference === true) await printReference(strata, options)
        else await printStats(strata, options)
        return options.session === undefined ? reportUnreadable(strata) : undefined
      }),
    )
