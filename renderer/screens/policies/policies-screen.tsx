/** Policies: what each would have shown at recorded prompts, scored by what the agents then needed; every case opens in the reader. */
import { useCallback, useState, type ReactNode } from 'react'
import type { BacktestCase, BacktestRow, BacktestView } from '../../../app/contract/backtest.ts'
import type { JobView } from '../../../app/contract/jobs.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { sessionAddress } from '../session/address.ts'
import { go, refine } from '../../ui/address/location.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { Segments } from '../../ui/forms/segments.tsx'
import { useUnclaimedJobs } from '../../ui/jobs/jobs.ts'
import { useJob, type JobRun } from '../../ui/jobs/use-job.ts'
import { Empty, FailureNotice, Pending } from '../../ui/layout/async-states.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Split } from '../../ui/layout/split.tsx'
import { useRowSource } from '../../ui/table/use-row-source.ts'
import { useSourceTable } from '../../ui/table/use-source-table.tsx'
import type { BacktestMoment, PoliciesAddress } from './address.ts'
import { backtestRowSource, caseKey, caseSource, inOrder, lastBacktest, rowKey, type EndedBacktest } from './backtest-rows.ts'
import { caseColumns, policyColumns } from './policy-columns.tsx'

const moments = [
  ['prompt', 'At prompts'],
  ['reply', 'At replies'],
] as const

interface Backtests {
  readonly work: JobRun<BacktestView>
  readonly ended: EndedBacktest | undefined
  /** Runs already, since before the screen was opened. */
  readonly running: JobView | undefined
  readonly start: () => void
}

/** The backtest that this screen started, else the last one that the engine remembers. */
const useBacktests = (at: BacktestMoment): Backtests => {
  const { work, start } = useJob<BacktestView>(at)
  const [jobId, setJobId] = useState<string>()
  const unclaimed = useUnclaimedJobs()
  const known = useQuery('jobs.list', {})
  const own = work.kind === 'done' && jobId !== undefined ? { jobId, view: work.value } : undefined
  return {
    work,
    ended: own ?? lastBacktest(known.kind === 'done' ? [...known.value, ...unclaimed] : unclaimed, at),
    running: unclaimed.find(({ kind, state }) => kind === 'backtest' && state === 'running'),
    start: () =>
      start(async () => {
        const job = await ask('backtest.start', { at })
        setJobId(job.jobId)
        return job
      }, at),
  }
}

export const PoliciesScreen = ({ address }: { readonly address: PoliciesAddress }): ReactNode => {
  const backtests = useBacktests(address.at)
  const { work, ended, running, start } = backtests
  const isRunning = work.kind === 'running' || running !== undefined
  return (
    <div className="screen" aria-label="Policies">
      <div className="bar">
        <Segments
          label="Moments"
          chosen={address.at}
          choices={moments}
          onChoose={(at) => refine({ ...address, at, row: undefined, case: undefined })}
        />
        <span className="faint" role="status">
          {ended === undefined || isRunning ? '' : wordsOf(ended.view)}
        </span>
        <span className="spring" />
        <Button label={ended === undefined ? 'Run backtest' : 'Run again'} isSmall isDisabled={isRunning} onPress={start} />
      </div>
      <Body address={address} backtests={backtests} />
    </div>
  )
}

const wordsOf = ({ cases, sessions, problems }: BacktestView): string => {
  const failed = problems.length === 0 ? '' : `; ${countOf(problems.length, 'session')} not replayed`
  return `${countOf(cases, 'case')} of ${countOf(sessions, 'session')}${failed}`
}

const Body = ({ address, backtests }: { readonly address: PoliciesAddress; readonly backtests: Backtests }): ReactNode => {
  const { work, ended, running, start } = backtests
  if (work.kind === 'running')
    return <Pending what="Replaying sessions" working={work.job === undefined ? undefined : { job: work.job, cancel: work.cancel }} />
  if (running !== undefined)
    return (
      <Pending
        what="Replaying sessions"
        working={{ job: running, cancel: () => void ask('job.cancel', { jobId: running.jobId }).catch(() => undefined) }}
      />
    )
  if (work.kind === 'failed' && work.failure.code !== 'cancelled') return <FailureNotice failure={work.failure} retry={start} />
  if (ended === undefined)
    return (
      <Empty title="No backtest" actions={<Button label="Run backtest" onPress={start} />}>
        It replays all sessions: what each policy would have shown, scored by what the agents then needed.
      </Empty>
    )
  if (ended.view.cases === 0)
    return <Empty title="No cases">A case is a prompt after which the agent needed something of the history. Import longer sessions.</Empty>
  return <Tables key={ended.jobId} address={address} ended={ended} start={start} />
}

interface TablesProps {
  readonly address: PoliciesAddress
  readonly ended: EndedBacktest
  readonly start: () => void
}

const Tables = ({ address, ended, start }: TablesProps): ReactNode => {
  const { jobId, view } = ended
  const make = useCallback(() => backtestRowSource(view), [view])
  const rows = useRowSource(jobId, make)
  const onSelect = useCallback((row: BacktestRow) => refine({ ...address, row: rowKey(row), case: undefined }), [address])
  const { table } = useSourceTable({
    label: 'Policies',
    columns: policyColumns,
    rows,
    idOf: rowKey,
    selectedId: address.row,
    onSelect,
    memory: `policies ${jobId}`,
  })
  const row = inOrder(view.rows).find((one) => rowKey(one) === address.row)
  return (
    <Split
      name="policies"
      label="Border between policies and cases"
      direction="rows"
      share={0.6}
      first={table}
      second={row === undefined ? <NoRow /> : <Cases key={rowKey(row)} address={address} jobId={jobId} row={row} start={start} />}
    />
  )
}

const NoRow = (): ReactNode => <Empty title="No policy selected">Move with j and k to see its cases.</Empty>

interface CasesProps {
  readonly address: PoliciesAddress
  readonly jobId: string
  readonly row: BacktestRow
  readonly start: () => void
}

const openCase = ({ sessionId, commitId, record }: BacktestCase): void =>
  go(sessionAddress(sessionId, 'conversation', commitId, `${record.sourceId}:${record.line}`))

const Cases = ({ address, jobId, row, start }: CasesProps): ReactNode => {
  const key = `${jobId} ${rowKey(row)}`
  const make = useCallback(() => caseSource(jobId, row), [jobId, row])
  const rows = useRowSource(key, make)
  const onSelect = useCallback((one: BacktestCase) => refine({ ...address, case: caseKey(one) }), [address])
  const { table, selected } = useSourceTable({
    label: 'Cases',
    columns: caseColumns,
    rows,
    idOf: caseKey,
    selectedId: address.case,
    onSelect,
    onOpen: openCase,
    memory: `cases ${key}`,
    isMain: false,
  })
  const failure = rows.source.failure()
  if (failure?.code === 'job-not-found')
    return (
      <Empty title="Cases not kept" actions={<Button label="Run again" onPress={start} />}>
        Only the cases of the last backtest are kept. Run this one again to see its cases.
      </Empty>
    )
  if (failure !== undefined) return <FailureNotice failure={failure} retry={rows.refresh} />
  if (rows.source.total() === undefined) return <Pending what="Reading the cases" />
  return (
    <section className="screen" aria-label={`Cases of ${row.policy}`}>
      <div className="bar">
        <strong>{row.policy}</strong>
        <span className="faint">Enter opens a case in its conversation.</span>
        <span className="spring" />
        <Button
          label="Open case"
          isSmall
          isDisabled={selected === undefined}
          onPress={() => {
            if (selected !== undefined) openCase(selected)
          }}
        />
      </div>
      {table}
    </section>
  )
}
