/** Chooses sessions by how they stand now. */
import type { ReactNode } from 'react'
import { sessionStatuses, type SessionStatus } from '../../../app/model/session-status.ts'
import type { SessionsAddress } from '../../ui/address/address.ts'
import { formatCount } from '../../ui/format/format-count.ts'
import type { SessionsExtra } from './sessions-source.ts'

const words: Readonly<Record<SessionStatus, string>> = {
  running: 'Running',
  waiting: 'Waiting for you',
  stale: 'Stale',
  ended: 'Ended',
}

const isStatus = (text: string): text is SessionStatus => Object.hasOwn(words, text)

export const StatusChoice = ({
  address,
  extra,
  onAddress,
}: {
  readonly address: SessionsAddress
  readonly extra: SessionsExtra | undefined
  readonly onAddress: (address: SessionsAddress) => void
}): ReactNode => (
  <select
    className="field"
    aria-label="Status"
    value={address.status ?? ''}
    onChange={({ target }) => onAddress({ ...address, status: isStatus(target.value) ? target.value : undefined })}
  >
    <option value="">Every status</option>
    {sessionStatuses.map((status) => (
      <option key={status} value={status}>
        {words[status]} ({formatCount(extra?.statuses[status] ?? 0)})
      </option>
    ))}
  </select>
)
