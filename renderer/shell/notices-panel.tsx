/** The history of notices and of jobs that ended, newest first. */
import type { ReactNode } from 'react'
import { formatClockSeconds } from '../../app/model/format/instant.ts'
import { useObservable } from '../ui/calls/observable.ts'
import { Empty } from '../ui/layout/async-states.tsx'
import { notices } from '../ui/layout/notice.ts'
import { Panel } from '../ui/layout/panel.tsx'

export const NoticesPanel = ({ onClose }: { readonly onClose: () => void }): ReactNode => {
  const list = useObservable(notices)
  return (
    <Panel label="Notices" heading="Notices" onClose={onClose}>
      <div className="notices">
        {list.length === 0 ? <Empty title="No notices">Ended jobs, failures and other notices of this window appear here.</Empty> : null}
        <ul aria-label="Notices">
          {[...list].reverse().map(({ id, at, text, isFailure }) => (
            <li key={id} className={isFailure ? 'is-failure' : ''}>
              <time className="faint" dateTime={new Date(at).toISOString()}>
                {formatClockSeconds(at)}
              </time>
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
