/** Why a line is as it is: what was decided, dropped and weighed before the call that wrote it. */
import type { ReactNode } from 'react'
import type { LineOrigin } from '../../../../app/contract/objects.ts'
import type { ChangeReason } from '../../../../app/contract/reasoning.ts'
import { sessionAddress } from '../../session/address.ts'
import { formatAddress } from '../../../ui/address/address.ts'
import { recordPlaceKey } from '../../../ui/address/record-key.ts'
import { useQuery } from '../../../ui/calls/use-query.ts'
import { Loaded } from '../../../ui/layout/async-states.tsx'
import { StatusBadge, TypeBadge } from '../../../ui/reasoning/reason-badges.tsx'

/** @param origin undefined: no line is selected, or no record shows where it is from */
export const LineWhy = ({ origin }: { readonly origin: LineOrigin | undefined }): ReactNode => (
  <section className="line-why" aria-label="Why">
    {origin === undefined ? (
      <p className="faint">Select a line to see what was decided before it was written.</p>
    ) : origin.source === 'agent' ? (
      <Reasons origin={origin} />
    ) : (
      <p className="faint">No call of an agent in this checkout wrote the line, so nothing is known of its reasons.</p>
    )}
  </section>
)

/** Reasons of a line that are shown. */
const limit = 6

const Reasons = ({ origin }: { readonly origin: LineOrigin }): ReactNode => {
  const { record, commitId, path } = origin
  const call = useQuery('reasoning.before', { changes: [{ sourceId: record.sourceId, line: record.line, commitId, path }], limit })
  return (
    <Loaded call={call} what="Reading what was decided">
      {([reasons = []]) =>
        reasons.length === 0 ? (
          <p className="faint">No decision, rejection or trade-off about this file was found before the call that wrote the line.</p>
        ) : (
          <ul>
            {reasons.map((reason) => (
              <li key={`${recordPlaceKey(reason)}:${reason.block}:${reason.type}`}>
                <Reason reason={reason} sessionId={origin.sessionId} />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

const Reason = ({ reason, sessionId }: { readonly reason: ChangeReason; readonly sessionId: string }): ReactNode => (
  <>
    <TypeBadge type={reason.type} />
    {reason.status === 'unknown' ? null : <StatusBadge status={reason.status} />}
    <a
      className="link"
      href={`#${formatAddress(sessionAddress(sessionId, 'conversation', reason.commitId ?? undefined, recordPlaceKey(reason)))}`}
    >
      {reason.summary}
    </a>
  </>
)
