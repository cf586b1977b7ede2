/** Whether the files of a session are tracked on disk: the switch, and what the trackers see. */
import { useEffect, useState, type ReactNode } from 'react'
import type { TrackShown } from '../../../app/contract/track.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { useQuery } from '../calls/use-query.ts'
import { SwitchField } from '../forms/switch-field.tsx'
import { InlineFailure } from '../layout/inline-failure.tsx'
import { showFailure } from '../layout/notice.ts'
import { startTracking, stopTracking } from './tracking.ts'
import './watch-line.css'

export const TrackerLine = ({ sessionId }: { readonly sessionId: string }): ReactNode => {
  const call = useQuery('track.show', { sessions: [sessionId] }, sessionId)
  if (call.kind === 'failed') return <InlineFailure failure={call.failure} retry={call.retry} />
  return call.kind === 'pending' ? null : <TrackerSwitch sessionId={sessionId} shown={call.value} onChange={call.retry} />
}

interface TrackerSwitchProps {
  readonly sessionId: string
  readonly shown: TrackShown
  readonly onChange: () => void
}

const TrackerSwitch = ({ sessionId, shown, onChange }: TrackerSwitchProps): ReactNode => {
  const [answer, setAnswer] = useState<TrackShown>()
  useEffect(() => setAnswer(undefined), [shown])
  const now = answer ?? shown
  const kept = now.kept.find((each) => each.sessionId === sessionId)
  const choose = (isOn: boolean): Promise<void> =>
    (isOn ? startTracking(sessionId) : stopTracking(sessionId)).then(setAnswer, showFailure).finally(onChange)
  return (
    <div className="watch">
      <SwitchField
        label="Track files on disk"
        hint="While Strata is open, add a version when a person or another program changes a file of this session"
        isOn={kept !== undefined}
        onChoose={choose}
      />
      <span className="faint" role="status">
        {trackedText(now, kept !== undefined)}
      </span>
      {kept === undefined || kept.problem === null ? null : (
        <span className="watch-state is-warn" role="alert">
          {kept.problem}
        </span>
      )}
    </div>
  )
}

const trackedText = ({ files }: TrackShown, isOn: boolean): string => {
  const versions = files.reduce((sum, file) => sum + file.versions, 0)
  const unreachable = files.filter(({ problem }) => problem !== null).length
  return [
    isOn ? `${countOf(files.length - unreachable, 'file')} tracked` : '',
    isOn && unreachable > 0 ? `${formatCount(unreachable)} cannot be reached` : '',
    versions === 0 ? '' : `${countOf(versions, 'version')} so far`,
  ]
    .filter((part) => part !== '')
    .join(', ')
}
