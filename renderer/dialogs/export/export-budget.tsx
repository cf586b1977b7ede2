/** The parts of an export, against a budget of tokens: included, covered only by a summary, excluded. */
import { useId, type ReactNode } from 'react'
import type { CommitView } from '../../../app/contract/commits.ts'
import type { BudgetWays, ExportPart, ExportPlan, ExportTarget } from '../../../app/contract/export.ts'
import { Button } from '../../ui/layout/button.tsx'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { readBudget } from '../../../app/model/format/token-budget.ts'
import { InlineFailure } from '../../ui/layout/inline-failure.tsx'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import { keepPreference, preference } from '../../ui/layout/preferences.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { budgetShares, partNames, type BudgetShares, type PartName } from './budget-shares.ts'
import './budget.css'

export interface ExportBudgetProps {
  readonly commit: CommitView
  readonly target: ExportTarget
  readonly stop: string
  readonly onStop: (stop: string) => void
  /** The budget as it is typed. */
  readonly typed: string
  readonly onType: (typed: string) => void
}

const names: Readonly<Record<PartName, readonly [string, string]>> = {
  goesIn: ['Included', 'Exported word for word'],
  compacted: ['Compacted', 'Covered by the first summary'],
  leftOut: ['Excluded', 'Not exported'],
}

const kept = 'export.budget'

/** The budget that the person typed last; '': no budget. */
export const lastBudget = (): string => preference(kept) ?? ''

export const ExportBudget = ({ commit, target, stop, onStop, typed, onType }: ExportBudgetProps): ReactNode => {
  const budget = readBudget(typed)
  const asked = { commitId: commit.commitId, target, stop, ...(budget === undefined ? {} : { budget }) }
  const call = useQuery('export.plan', asked, commit.sessionId)
  const type = (text: string): void => {
    onType(text)
    if (text === '' || readBudget(text) !== undefined) keepPreference(kept, text)
  }
  return (
    <div className="form-row">
      <span>Budget</span>
      <BudgetField typed={typed} isWrong={typed !== '' && budget === undefined} onType={type} />
      <div className="form-wide budget">
        {call.kind === 'failed' ? <InlineFailure failure={call.failure} /> : null}
        {call.kind === 'done' ? (
          <Planned plan={call.value} budget={budget} onStop={onStop} onBudget={(tokens) => type(String(tokens))} />
        ) : null}
      </div>
    </div>
  )
}

interface BudgetFieldProps {
  readonly typed: string
  readonly isWrong: boolean
  readonly onType: (text: string) => void
}

const BudgetField = ({ typed, isWrong, onType }: BudgetFieldProps): ReactNode => {
  const list = useId()
  return (
    <div className="form-line">
      <label className="field budget-field">
        <input
          aria-label="Token budget"
          aria-invalid={isWrong}
          placeholder="No limit"
          inputMode="numeric"
          list={list}
          value={typed}
          spellCheck={false}
          onChange={(event) => onType(event.target.value)}
        />
        <span className="faint">tokens</span>
      </label>
      <datalist id={list}>
        <option value="200,000" />
        <option value="1,000,000" />
      </datalist>
      {isWrong ? <span className="form-hint is-wrong">Enter a number of tokens, for example 200,000 or 200k.</span> : null}
    </div>
  )
}

interface PlannedProps {
  readonly plan: ExportPlan
  readonly budget: number | undefined
  readonly onStop: (stop: string) => void
  readonly onBudget: (tokens: number) => void
}

const Planned = ({ plan, budget, onStop, onBudget }: PlannedProps): ReactNode => {
  const shown = budgetShares(plan, budget)
  return (
    <>
      <Bar plan={plan} shown={shown} />
      <table className="budget-parts">
        <tbody>
          {partNames.map((name) => (
            <Part key={name} name={name} part={plan[name]} />
          ))}
        </tbody>
      </table>
      <AboveWindow plan={plan} />
      {shown.over === undefined ? null : <Over plan={plan} over={shown.over} onStop={onStop} onBudget={onBudget} />}
      <p className="form-hint">{sourceWords(plan)}</p>
    </>
  )
}

const Bar = ({ plan, shown }: { readonly plan: ExportPlan; readonly shown: BudgetShares }): ReactNode => (
  <div
    className={`budget-bar ${shown.over === undefined ? '' : 'is-over'}`}
    role="img"
    aria-label={`In ${shown.unit}: ${partNames.map((name) => `${names[name][0]} ${sizeWords(plan[name], shown.unit)}`).join(', ')}`}
  >
    {partNames.map((name) => (
      <span key={name} className={`budget-part is-${name}`} style={{ width: `${shown.shares[name] * 100}%` }} />
    ))}
    {shown.budgetAt === undefined ? null : <span className="budget-end" style={{ left: `${shown.budgetAt * 100}%` }} />}
  </div>
)

const sizeWords = ({ tokens, bytes }: ExportPart, unit: BudgetShares['unit']): string =>
  unit === 'bytes' ? formatBytes(bytes) : formatCount(tokens ?? 0)

const Part = ({ name, part }: { readonly name: PartName; readonly part: ExportPart }): ReactNode => (
  <tr className={part.commits === 0 ? 'is-nothing' : ''}>
    <th scope="row" title={names[name][1]}>
      <span className={`budget-swatch is-${name}`} aria-hidden="true" /> {names[name][0]}
    </th>
    <td>{countOf(part.commits, 'commit')}</td>
    <td>
      {part.commits === 0 ? null : (
        <>
          <ValueOrNotAvailable value={part.tokens} reason="No reply in these commits records its input tokens" format={formatCount} />{' '}
          tokens
        </>
      )}
    </td>
    <td>{part.commits === 0 ? null : formatBytes(part.bytes)}</td>
  </tr>
)

const AboveWindow = ({ plan: { goesIn, model, window } }: { readonly plan: ExportPlan }): ReactNode => {
  if (window === null || goesIn.tokens === null || goesIn.tokens <= window) return null
  return (
    <p className="form-hint is-wrong" role="status">
      {`This exceeds the context window of ${model ?? 'the model'}: ${formatCount(window)} tokens. Start at the nearest compaction or at a later commit.`}
    </p>
  )
}

interface OverProps extends Pick<PlannedProps, 'plan' | 'onStop' | 'onBudget'> {
  readonly over: number
}

const Over = ({ plan: { fitting, ways }, over, onStop, onBudget }: OverProps): ReactNode => (
  <div className="budget-over" role="status">
    <span>{formatCount(over)} tokens over the budget.</span>
    {ways === null ? <span className="faint">The export shortens older turns or excludes them, so that it fits.</span> : null}
    {fitting === null ? null : (
      <>
        <Button
          label={`Start at ${fitting.commitId}: ${formatCount(fitting.tokens)} tokens`}
          isSmall
          onPress={() => onStop(fitting.commitId)}
        />
      </>
    )}
    {ways === null ? null : <Ways ways={ways} onBudget={onBudget} />}
  </div>
)

const Ways = ({
  ways: { larger, instead },
  onBudget,
}: {
  readonly ways: BudgetWays
  readonly onBudget: (tokens: number) => void
}): ReactNode => (
  <>
    <span className="is-wrong">The last turn alone exceeds the budget, so nothing is exported.</span>
    {larger === null ? null : (
      <Button label={`Raise the budget to ${formatCount(larger.tokens)} tokens`} isSmall onPress={() => onBudget(larger.tokens)} />
    )}
    {instead === null ? null : (
      <span>
        Or export the earlier commit <span className="mono">{instead.commitId}</span>: {formatCount(instead.tokens)} tokens.
      </span>
    )}
  </>
)

const sourceWords = ({ goesIn, model }: ExportPlan): string => {
  if (goesIn.tokens === null) return 'No reply records its input tokens, so the bar shows bytes.'
  const source = model === null ? 'the replies' : `the replies of ${model}`
  const lacking = goesIn.unmeasured === 0 ? '' : ` The number excludes ${countOf(goesIn.unmeasured, 'commit')} without a reply.`
  const about = formatCount(goesIn.estimated)
  const estimated =
    goesIn.estimated === 0 ? '' : ` About ${about} tokens of first prompts after a compaction are estimated from their length.`
  return `Tokens as ${source} reported them, including instructions and tools. Other models count differently.${estimated}${lacking}`
}
