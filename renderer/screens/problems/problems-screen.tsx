/** Problems: what was wrong in the imported files, line by line, and what was done about it. */
import { CircleAlert } from 'lucide-react'
import { useCallback, type ReactNode } from 'react'
import type { ProblemView, ProblemsPage } from '../../../app/contract/problems.ts'
import { problemsAddress } from './address.ts'
import type { ProblemsAddress } from './address.ts'
import { Button } from '../../ui/layout/button.tsx'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { useFaultCount } from '../../ui/jobs/last-check.ts'
import { go, refine } from '../../ui/address/location.ts'
import { Split } from '../../ui/layout/split.tsx'
import { Empty, FailureNotice, Pending } from '../../ui/layout/async-states.tsx'
import { useRowSource, type ShownRows } from '../../ui/table/use-row-source.ts'
import { useSourceTable } from '../../ui/table/use-source-table.tsx'
import { ExcerptPane } from './excerpt-pane.tsx'
import { problemColumns } from './problem-columns.tsx'
import { problemKey, problemsSource, type ProblemsExtra, type ProblemsQuery } from './problems-source.ts'
import './problems.css'

export const ProblemsScreen = ({ address }: { readonly address: ProblemsAddress }): ReactNode => {
  const asked = JSON.stringify({ code: address.code, sessionId: address.session })
  const make = useCallback(() => problemsSource(JSON.parse(asked) as ProblemsQuery), [asked])
  const rows = useRowSource(asked, make, address.session)
  const total = rows.source.total()
  return (
    <div className="screen" aria-label="Problems">
      <div className="bar">
        <CodeFilter
          byCode={rows.source.extra()?.byCode ?? []}
          chosen={address.code}
          onChoose={(code) => refine({ ...address, code, at: undefined })}
        />
        <span className="faint" role="status">
          {total === undefined ? '' : countOf(total, 'problem')}
        </span>
        <span className="spring" />
        {address.session === undefined ? null : (
          <Button label="Problems of all sessions" isSmall onPress={() => go({ ...address, session: undefined })} />
        )}
      </div>
      <StoreFaults />
      <ProblemsBody address={address} rows={rows} asked={asked} />
    </div>
  )
}

/** Damage that a check of the store found: no imported file is wrong, the store is. */
const StoreFaults = (): ReactNode => {
  const faults = useFaultCount()
  if (faults === 0) return null
  return (
    <div className="store-faults" role="alert">
      <CircleAlert size={14} aria-hidden="true" />
      <span>The store is damaged: the last check found {countOf(faults, 'fault')}.</span>
      <Button label="Show faults" isSmall onPress={() => go({ view: 'store' })} />
    </div>
  )
}

interface ProblemsBodyProps {
  readonly address: ProblemsAddress
  readonly rows: ShownRows<ProblemView, ProblemsExtra>
  readonly asked: string
}

const ProblemsBody = (props: ProblemsBodyProps): ReactNode => {
  const { source, refresh } = props.rows
  const failure = source.failure()
  const total = source.total()
  if (failure !== undefined) return <FailureNotice failure={failure} retry={refresh} />
  if (total === undefined) return <Pending what="Reading the problems" />
  if (total > 0) return <ProblemsTable {...props} />
  return props.address.code === undefined && props.address.session === undefined ? (
    <Empty title="No problems">Strata parsed every line of every imported file.</Empty>
  ) : (
    <Empty title="No matching problems" actions={<Button label="Show all problems" onPress={() => go(problemsAddress)} />} />
  )
}

const ProblemsTable = ({ address, rows, asked }: ProblemsBodyProps): ReactNode => {
  const onSelect = useCallback((problem: ProblemView) => refine({ ...address, at: problemKey(problem) }), [address])
  const { table, selected } = useSourceTable({
    label: 'Problems',
    columns: problemColumns,
    rows,
    idOf: problemKey,
    selectedId: address.at,
    onSelect,
    memory: `problems ${asked}`,
  })
  return (
    <Split
      name="problems"
      label="Border between list and excerpt"
      direction="rows"
      share={0.62}
      first={table}
      second={<ExcerptPane problem={selected} at={address.at} />}
    />
  )
}

/** The kinds of problems with their counts; one can be chosen. */
interface CodeFilterProps {
  readonly byCode: ProblemsPage['byCode']
  readonly chosen: string | undefined
  readonly onChoose: (code: string | undefined) => void
}

const CodeFilter = ({ byCode, chosen, onChoose }: CodeFilterProps): ReactNode => (
  <div className="codes" role="group" aria-label="Kinds of problems">
    {byCode.map(({ code, count }) => (
      <button
        key={code}
        type="button"
        className="button is-small"
        aria-pressed={code === chosen}
        onClick={() => onChoose(code === chosen ? undefined : code)}
      >
        {code} <span className="faint">{formatCount(count)}</span>
      </button>
    ))}
  </div>
)
