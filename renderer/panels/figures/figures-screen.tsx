/** A session in figures: tokens by model, tools, and how its records were classified. */
import type { ReactNode } from 'react'
import type { StatsView } from '../../../app/contract/stats.ts'
import { ledgerAddress } from '../../screens/ledger/address.ts'
import { countOf, formatCount, formatRatio } from '../../../app/model/format/count.ts'
import { promptSum } from '../../ui/format/prompt-sum.ts'
import { LedgerTable } from '../../ui/table/ledger-table.tsx'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import { Loaded, Empty } from '../../ui/layout/async-states.tsx'
import { noTimes } from '../../ui/session/session-status.ts'
import { formatDuration } from '../../../app/model/format/duration.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { CostSection } from './cost-table.tsx'
import { TokenChart } from './token-chart.tsx'
import './figures.css'
import '../../ui/table/count-table.css'

export const FiguresScreen = ({ sessionId }: { readonly sessionId: string }): ReactNode => {
  const call = useQuery('session.stats', { sessionId }, sessionId)
  return (
    <Loaded call={call} what="Counting">
      {(stats) => <Figures stats={stats} sessionId={sessionId} />}
    </Loaded>
  )
}

const noPrompt = 'A human typed no prompt in this session'

const Figures = ({ stats, sessionId }: { readonly stats: StatsView; readonly sessionId: string }): ReactNode => (
  <div className="figures">
    <dl className="tiles">
      <Tile name="Human prompts">{formatCount(stats.humanPrompts)}</Tile>
      <Tile name="Responses per prompt">
        <ValueOrNotAvailable value={stats.responsesPerPrompt} reason={noPrompt} format={formatRatio} />
      </Tile>
      <Tile name="Tool calls per prompt">
        <ValueOrNotAvailable value={stats.toolCallsPerPrompt} reason={noPrompt} format={formatRatio} />
      </Tile>
      <Tile name="Characters out per character in">
        <ValueOrNotAvailable value={stats.outputCharsPerInputChar} reason={noPrompt} format={formatRatio} />
      </Tile>
      <Tile name="Active">
        <ValueOrNotAvailable value={stats.activeMs} reason={noTimes} format={formatDuration} />
      </Tile>
      <Tile name="Compactions">{formatCount(stats.compactions)}</Tile>
    </dl>
    <section>
      <h2>Tokens by model</h2>
      <p className="faint">Each reply is counted once, by its message and request.</p>
      <TokenChart tokens={stats.tokens} />
    </section>
    <section>
      <h2>Cost by model</h2>
      <CostSection sessionId={sessionId} />
    </section>
    <section>
      <h2>Tools</h2>
      <ToolTable tools={stats.tools} />
    </section>
    <section>
      <h2>Records by class</h2>
      <p className="faint">Of {countOf(stats.naiveUserRecords, 'record')} of type “user”, by the finer rules.</p>
      <PromptSum sessionId={sessionId} />
      <LedgerTable
        rows={stats.finer}
        total={stats.naiveUserRecords}
        to={(name) => ({ ...ledgerAddress, tab: 'records', session: sessionId, type: 'user', class: name })}
      />
    </section>
    <section>
      <h2>Records by the reference rules</h2>
      <p className="faint">
        The coarser classes add up to the same number of records; their “human_prompt” is another number than human prompts.
      </p>
      <LedgerTable
        rows={stats.reference}
        total={stats.naiveUserRecords}
        to={(name) => ({ ...ledgerAddress, tab: 'records', session: sessionId, type: 'user', reference: name })}
      />
    </section>
  </div>
)

/** How the records of typed prompts add up to the human prompts above. */
const PromptSum = ({ sessionId }: { readonly sessionId: string }): ReactNode => {
  const call = useQuery('ledger.show', { sessionId }, sessionId)
  const prompts = call.kind === 'done' ? call.value[0]?.prompts : undefined
  return prompts === undefined ? null : <p className="faint">{promptSum(prompts)}</p>
}

const Tile = ({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactNode => (
  <div className="tile">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** How often each tool was called, and how often it failed. */
const ToolTable = ({ tools }: { readonly tools: StatsView['tools'] }): ReactNode => {
  if (tools.length === 0) return <Empty title="No tool calls" />
  const most = Math.max(...tools.map((tool) => tool.calls))
  return (
    <table className="figures-table">
      <thead>
        <tr>
          <th scope="col">Tool</th>
          <th scope="col">Calls</th>
          <th scope="col">Failed</th>
          <th scope="col">Refused</th>
          <th scope="col">Interrupted</th>
          <th scope="col">Cancelled</th>
          <th scope="col" aria-hidden="true" />
        </tr>
      </thead>
      <tbody>
        {tools.map((tool) => (
          <tr key={tool.tool}>
            <th scope="row">{tool.tool}</th>
            <td>{formatCount(tool.calls)}</td>
            <td className={tool.errors === 0 ? 'faint' : 'figure-failed'}>{formatCount(tool.errors)}</td>
            <td className={tool.refusals === 0 ? 'faint' : ''}>{formatCount(tool.refusals)}</td>
            <td className={tool.interruptions === 0 ? 'faint' : ''}>{formatCount(tool.interruptions)}</td>
            <td className={tool.cancelled === 0 ? 'faint' : ''}>{formatCount(tool.cancelled)}</td>
            <td className="figure-bar" aria-hidden="true">
              <meter min={0} max={most} value={tool.calls} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
