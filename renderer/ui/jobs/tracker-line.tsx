/** Whether the files of a session are tracked on disk: the switch, and what the trackers see. */
import { useEffect, useId, useState, type ReactNode } from 'react'
import type { TrackedFile, TrackShown } from '../../../app/contract/track.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { ask } from '../calls/bridge.ts'
import { useQuery } from '../calls/use-query.ts'
import { InlineFailure } from '../layout/inline-failure.tsx'
import { showFailure } from '../layout/notice.ts'
import './watch-line.css'

export const TrackerLine = ({ sessionId }: { readonly sessionId: string }): ReactNode => {
  const call = useQuery('track.show', { sessions: [sessionId] }, sessionId)
  if (call.kind === 'failed') return <InlineFailure failure={call.failure} retry={call.retry} />
  return (
    <TrackerSwitch
      sessionId={sessionId}
      shown={call.kind === 'done' ? call.value : undefined}
      onChange={call.kind === 'done' ? call.retry : undefined}
    />
  )
}

interface TrackerSwitchProps {
  readonly sessionId: string
  /** undefined: not known yet. */
  readonly shown: TrackShown | undefined
  readonly onChange: (() => void) | undefined
}

const TrackerSwitch = ({ sessionId, shown, onChange }: TrackerSwitchProps): ReactNode => {
  const id = useId()
  // The requested state is shown immediately, until the engine answers.
  const [wanted, setWanted] = useState<boolean>()
  const isOn = shown?.kept.includes(sessionId) === true
  useEffect(() => setWanted(undefined), [isOn])
  const choose = (isWanted: boolean): void => {
    setWanted(isWanted)
    const done = isWanted ? startTracking(sessionId) : ask('track.stop', { sessions: [sessionId] })
    done.then(onChange, (thrown: unknown) => {
      setWanted(undefined)
      showFailure(thrown)
    })
  }
  return (
    <div className="watch">
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={wanted ?? isOn}
        disabled={onChange === undefined}
        onChange={({ target }) => choose(target.checked)}
      />
      <label htmlFor={id} title="Add a version whenever a file of this session changes on disk, as long as Strata is open">
        Track files on disk
      </label>
      {shown === undefined ? null : (
        <span className="faint" role="status">
          {trackedText(shown.files)}
        </span>
      )}
    </div>
  )
}

/** The transcript is imported meanwhile: what the agent changes itself is no version of a tracker. */
const startTracking = async (sessionId: string): Promise<TrackShown> => {
  const shown = await ask('track.start', { sessions: [sessionId] })
  const paths = shown.sessions.flatMap(({ roots }) => roots)
  if (paths.length > 0) await ask('watch.start', { paths, remember: false })
  return shown
}

const trackedText = (files: readonly TrackedFile[]): string => {
  const versions = files.reduce((sum, file) => sum + file.versions, 0)
  const unreachable = files.filter(({ problem }) => problem !== null).length
  const tracked = files.filter(({ state }) => state !== 'orphaned').length
  return [
    tracked === 0 ? '' : `${formatCount(tracked)} tracked`,
    unreachable === 0 ? '' : `${formatCount(unreachable)} cannot be reached`,
    versions === 0 ? '' : `${countOf(versions, 'version')} so far`,
  ]
    .filter((part) => part !== '')
    .join(', ')
}
