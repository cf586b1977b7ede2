/** The ledgers: what the records are by both sets of rules, and whether they add up to the naive count. */
import type { Answer, Tables } from '../../analytics/queries/run-query.ts'
import { runQuery } from '../../analytics/queries/run-query.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { LedgerPrompts, LedgerView } from '../../contract/ledger.ts'
import type { LedgerRow } from '../../contract/stats.ts'
import { isSameName } from '../../model/composed-form.ts'
import { StrataError } from '../../model/failure.ts'
import { referenceClasses, userClasses } from '../../model/record-class.ts'
import { groupsByKey } from '../stats/groups-by-key.ts'
import { resolveSession } from '../commits/resolve-name.ts'

type Cell = Answer<'ledgerCells'>

const ofUsers: ReadonlySet<string> = new Set(userClasses)
const ofReference: ReadonlySet<string> = new Set(referenceClasses.filter((name) => name !== 'other'))

const sumOf = (rows: readonly LedgerRow[]): number => rows.reduce((sum, { records }) => sum + records, 0)

const allIn = (rows: readonly LedgerRow[], classes: ReadonlySet<string>): boolean => rows.every((row) => classes.has(row.class))

const promptsOf = (row: Answer<'ledgerPrompts'> | undefined): LedgerPrompts => {
  const { typed, queued, copies, commands, commandCopies } = row ?? noPrompts
  return { typed, queued, copies, humanPrompts: typed + queued - copies, commands: commands - commandCopies }
}

const noPrompts = { typed: 0, queued: 0, copies: 0, commands: 0, commandCopies: 0 }

/** Adds one group up. The totals come from what was counted when the files were read, the cells from the classes. */
const addUp = (
  group: string,
  totals: { readonly records: number; readonly userRecords: number; readonly corrected: number },
  cells: readonly Cell[],
  prompts: Answer<'ledgerPrompts'> | undefined,
): LedgerView => {
  const rowsOf = (name: string): readonly LedgerRow[] =>
    cells.filter(({ ledger }) => ledger === name).map(({ class: recordClass, records }) => ({ class: recordClass, records }))
  const [reference, finer, others] = [rowsOf('reference'), rowsOf('finer'), rowsOf('other')]
  const [referenceTotal, finerTotal, othersTotal] = [sumOf(reference), sumOf(finer), sumOf(others)]
  const naive = totals.userRecords
  const addsUp = referenceTotal === naive && finerTotal === naive && naive + othersTotal === totals.records
  return {
    group,
    records: totals.records,
    naive,
    reference,
    referenceTotal,
    finer,
    finerTotal,
    others,
    othersTotal,
    prompts: promptsOf(prompts),
    corrected: totals.corrected,
    reconciles: addsUp && allIn(finer, ofUsers) && allIn(reference, ofReference),
  }
}

const nothing = { records: 0, userRecords: 0, corrected: 0 }

type By = CallParsed<'ledger.show'>['by']

const ledgersBy = async (tables: Tables, by: By, session: string | null): Promise<readonly LedgerView[]> => {
  const parameters = { by: by === 'total' ? 'all' : by, session }
  const cells = groupsByKey(await runQuery(tables, 'ledgerCells', parameters))
  const prompts = groupsByKey(await runQuery(tables, 'ledgerPrompts', parameters))
  const totals = await runQuery(tables, 'ledgerTotals', parameters)
  const all = by === 'total' ? [totals[0] ?? { groupKey: '', ...nothing }] : totals
  return all.map((total) => addUp(total.groupKey, total, cells.get(total.groupKey) ?? [], prompts.get(total.groupKey)?.[0]))
}

const ofProject = async (tables: Tables, project: string, by: By, session: string | null): Promise<readonly LedgerView[]> => {
  const sessions = new Set((await runQuery(tables, 'sessionsOfProject', { project })).map(({ sessionId }) => sessionId))
  if (sessions.size === 0)
    throw new StrataError('not-found', `No project has the name “${project}”`, { project, list: 'strata stats --by project' })
  if (by === 'session') return (await ledgersBy(tables, by, session)).filter(({ group }) => sessions.has(group))
  return (await ledgersBy(tables, 'project', session)).filter(({ group }) => isSameName(group, project))
}

/** @throws StrataError not-found, ambiguous-id */
export const showLedgers = async (tables: Tables, input: CallParsed<'ledger.show'>): Promise<readonly LedgerView[]> => {
  const session = input.sessionId === undefined ? null : await resolveSession(tables, input.sessionId)
  return input.project === undefined ? ledgersBy(tables, input.by, session) : ofProject(tables, input.project, input.by, session)
}
