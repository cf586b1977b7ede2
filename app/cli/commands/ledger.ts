/** strata ledger: what the records are, by both sets of rules, and the records behind every number. */
import { Command } from 'commander'
import type { CallInput } from '../../contract/calls.ts'
import { recordClasses, referenceClasses, type RecordClass, type ReferenceClass } from '../../model/record-class.ts'
import { hintProject, hintRecordType } from '../similar-hints.ts'
import { jsonText } from '../text/failure-text.ts'
import { ledgerGroupsText, ledgerRecordsText, ledgerText, rulesText } from '../text/ledger-text.ts'
import type { Strata } from '../run-with-engine.ts'
import { wholeNumber, type RunCommand, type DefineCommand } from './command.ts'
import { correctCommand, correctionsCommand, undoCommand } from './corrections.ts'
import { choiceOption } from '../choices.ts'

const groupings = ['session', 'project'] as const

interface Options {
  readonly session?: string
  readonly project?: string
  readonly by?: (typeof groupings)[number]
  readonly class?: RecordClass
  readonly referenceClass?: ReferenceClass
  readonly rule?: string
  readonly type?: string
  readonly corrected?: boolean
  readonly number?: number
}

const pageSize = 100_000

/** Options that ask for records; the others ask for totals. */
const listing: (keyof Options)[] = ['class', 'referenceClass', 'rule', 'type', 'corrected']

const placeOf = ({ session, project }: Options): { readonly sessionId?: string; readonly project?: string } => ({
  ...(session === undefined ? {} : { sessionId: session }),
  ...(project === undefined ? {} : { project }),
})

const filterOf = ({ class: recordClass, referenceClass, rule, type, corrected }: Options): Partial<CallInput<'ledger.records'>> => ({
  ...(recordClass === undefined ? {} : { class: recordClass }),
  ...(referenceClass === undefined ? {} : { referenceClass }),
  ...(rule === undefined ? {} : { rule }),
  ...(type === undefined ? {} : { recordType: type }),
  ...(corrected === undefined ? {} : { corrected }),
})

const printRecords = async (strata: Strata, options: Options): Promise<void> => {
  const { ask, json, terminal } = strata
  const page = await ask('ledger.records', { ...placeOf(options), ...filterOf(options), limit: options.number ?? pageSize })
  const { rows, ...rest } = page
  await terminal.print(json ? jsonText({ records: rows, ...rest }) : ledgerRecordsText(page, terminal))
  if (json || page.total > 0) return
  await hintProject(strata, options.project)
  await hintRecordType(strata, options.type)
}

const printLedgers = async ({ ask, json, terminal }: Strata, options: Options): Promise<void> => {
  const ledgers = await ask('ledger.show', { ...placeOf(options), by: options.by ?? 'total' })
  if (json) await terminal.print(jsonText({ ledgers }))
  else if (options.by !== undefined) await terminal.print(ledgerGroupsText(ledgers, options.by, terminal))
  else for (const ledger of ledgers) await terminal.print(ledgerText(ledger, terminal))
}

const rulesCommand = (run: RunCommand): Command =>
  new Command('rules').description('List all rules in order, with the number of records each decided').action(() =>
    run.withEngine(async ({ ask, json, terminal }) => {
      const rules = await ask('rules.list', {})
      await terminal.print(json ? jsonText({ rules }) : rulesText(rules, terminal))
      return undefined
    }),
  )

export const ledgerCommand: DefineCommand = (command, run) =>
  command
    .option('--session <id>', 'session to include')
    .option('--project <folder>', 'project to include')
    .addOption(choiceOption('--by <group>', 'one row for each', groupings).conflicts(listing))
    .addOption(choiceOption('--class <class>', 'class of the records to list', recordClasses))
    .addOption(choiceOption('--reference-class <class>', 'class by the reference rules', referenceClasses))
    .option('--rule <id>', 'rule that decided')
    .option('--type <type>', 'record type, such as user')
    .option('--corrected', 'corrected records')
    .option('-n, --number <n>', 'maximum number of records', wholeNumber)
    .action((options: Options) =>
      run.withEngine(async (strata) => {
        const isList = Object.keys(filterOf(options)).length > 0
        await (isList ? printRecords(strata, options) : printLedgers(strata, options))
        return undefined
      }),
    )
    .addCommand(rulesCommand(run))
    .addCommand(correctCommand(run))
    .addCommand(undoCommand(run))
    .addCommand(correctionsCommand(run))
