/** Where agents are answered, and which are captured now. */
import { useEffect, type ReactNode } from 'react'
import type { AgentsView, CaptureView } from '../../../app/contract/agents.ts'
import { CopyableText } from '../../ui/forms/copyable-text.tsx'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { formatDateTime } from '../../../app/model/format/instant.ts'
import { NextCommand } from '../../ui/forms/next-command.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'

/** Captures begin and end without a word. */
const askAgainMs = 3000

export const AgentsSection = (): ReactNode => {
  const call = useQuery('agents.show', {})
  const again = call.kind === 'pending' ? undefined : call.retry
  useEffect(() => {
    if (again === undefined) return undefined
    const timer = setInterval(again, askAgainMs)
    return () => clearInterval(timer)
  }, [again])
  return (
    <Section name="Agents">
      <Loaded call={call} what="Searching for agents">
        {(agents) => (
          <>
            <Service agents={agents} />
            <Captures captures={agents.captures} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

const Service = ({ agents: { address, isAnswering } }: { readonly agents: AgentsView }): ReactNode => (
  <dl className="facts">
    <dt>Socket</dt>
    <dd>
      <CopyableText text={address} what="the path of the socket" />
    </dd>
    <dt>Service</dt>
    <dd>
      <span className={isAnswering ? 'is-ok' : 'is-warn'}>
        <span aria-hidden="true">{isAnswering ? '●' : '○'}</span> {isAnswering ? 'Serving agents' : 'Not running'}
      </span>{' '}
      <span className="faint">checkpoint, materialise, show, history, resolve; docs/live.md</span>
    </dd>
  </dl>
)

const Captures = ({ captures }: { readonly captures: readonly CaptureView[] }): ReactNode =>
  captures.length === 0 ? (
    <>
      <p className="faint">No active captures.</p>
      <NextCommand label="Capture a running agent" command={'strata capture -- claude -p "…" --output-format stream-json --verbose'} />
    </>
  ) : (
    <table className="section-table" aria-label="Captures">
      <tbody>
        {captures.map((capture) => (
          <tr key={`${capture.startedAt} ${capture.pid}`}>
            <th scope="row">
              <span className={capture.isRunning ? 'is-ok' : 'is-warn'} aria-hidden="true">
                {capture.isRunning ? '●' : '○'}
              </span>{' '}
              {capture.isRunning ? 'Capturing' : 'Ended early; imported when the store is next opened'}
            </th>
            <td>since {formatDateTime(capture.startedAt)}</td>
            <td>process {capture.pid}</td>
            <td className="is-number">{formatBytes(capture.bytes)} read</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
