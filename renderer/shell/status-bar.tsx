/** The foot of the window: jobs above, then the store's figures and the last notice. */
import { Bell, CircleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { JobView } from '../../app/contract/jobs.ts'
import type { StoreView } from '../../app/contract/store.ts'
import { Button } from '../ui/layout/button.tsx'
import { countOf, formatCount } from '../../app/model/format/count.ts'
import { formatBytes } from '../../app/model/format/bytes.ts'
import { shortenPath } from '../ui/format/format-path.ts'
import { dismissJob, continueIndexing, useRunningJob, useUnclaimedJobs } from '../ui/jobs/jobs.ts'
import { dismissNotice, notice, notices } from '../ui/layout/notice.ts'
import { shownNotices, type Notice } from '../ui/layout/notice-list.ts'
import { openPanel } from './use-window-commands.ts'
import { useObservable } from '../ui/calls/observable.ts'
import { go } from '../ui/address/location.ts'
import { useWatching } from '../ui/jobs/watching.ts'
import { watchingInShort } from '../ui/jobs/watch-words.ts'
import { engineState, type EngineState } from '../ui/calls/engine-state.ts'
import { JobLine } from './job-line.tsx'
import { unreadableReason } from '../../app/model/format/unreadable-text.ts'
import { failureHint } from '../ui/layout/failure-hint.ts'

export const StatusBar = ({ store }: { readonly store: StoreView | undefined }): ReactNode => {
  const jobs = useUnclaimedJobs()
  const shown = useObservable(notice)
  const failures = shownNotices(useObservable(notices))
  const engine = useObservable(engineState)
  return (
    <footer className="status">
      {jobs.map((job) => (
        <JobLine key={job.jobId} job={job} />
      ))}
      {failures.map((failure) => (
        <FailureLine key={failure.id} failure={failure} />
      ))}
      <DismissAll ended={jobs.filter(({ state }) => state !== 'running')} />
      <div className="status-line">
        <EngineWord engine={engine} />
        {store === undefined ? null : <StoreFigures store={store} />}
        {store === undefined ? null : <Unreadable unreadable={store.unreadable} />}
        {store === undefined || store.unshown === 0 ? null : <Incomplete unshown={store.unshown} />}
        <span className="spring" />
        <WatchingWord />
        <span role="status" title={shown} className="status-notice">
          {shown}
        </span>
        <Button
          label="Notices"
          isIconOnly
          isSmall
          look="quiet"
          icon={<Bell size={13} aria-hidden="true" />}
          onPress={() => openPanel('notices')}
        />
      </div>
    </footer>
  )
}

/** A failure stays until it is read; one line of it, and all of it on hover and in the history. */
const FailureLine = ({ failure }: { readonly failure: Notice }): ReactNode => (
  <div className="job is-failed" role="alert">
    <CircleAlert size={14} aria-hidden="true" />
    <span className="job-phase" title={failure.text}>
      {failure.text}
    </span>
    <Button
      label="Dismiss"
      isIconOnly
      isSmall
      look="quiet"
      icon={<X size={14} aria-hidden="true" />}
      onPress={() => dismissNotice(failure)}
    />
  </div>
)

const DismissAll = ({ ended }: { readonly ended: readonly JobView[] }): ReactNode =>
  ended.length < 2 ? null : (
    <div className="job">
      <span className="spring" />
      <Button label={`Dismiss all ${formatCount(ended.length)}`} isSmall onPress={() => ended.forEach(({ jobId }) => dismissJob(jobId))} />
    </div>
  )

const WatchingWord = (): ReactNode => {
  const words = watchingInShort(useWatching())
  if (words === undefined) return null
  return (
    <button
      type="button"
      className={`link status-watching is-${words.tone}`}
      title="Show watched folders"
      onClick={() => go({ view: 'sources' })}
    >
      <span aria-hidden="true">●</span> {words.text}
    </button>
  )
}

const EngineWord = ({ engine }: { readonly engine: EngineState }): ReactNode => {
  if (engine.state === 'ready') return engine.owner === undefined ? null : <OwnerWord owner={engine.owner} />
  if (engine.failure !== undefined)
    return <span className="status-failure">{`${engine.failure.message} ${failureHint(engine.failure)}`}</span>
  return (
    <span>{{ starting: 'Opening the store…', restarting: 'Restarting the engine…', stopped: 'The engine stopped.' }[engine.state]}</span>
  )
}

const OwnerWord = ({ owner }: { readonly owner: string }): ReactNode => (
  <span className="status-owner" title={`${owner} owns the store. This window is a guest and becomes the owner when that process ends.`}>
    through <span className="mono">{owner}</span>
  </span>
)

/** On every screen: counts and searches are of what can be read. */
const Unreadable = ({ unreadable }: Pick<StoreView, 'unreadable'>): ReactNode => {
  const reason = unreadableReason(unreadable)
  const isRebuilt = useRunningJob('reindex') !== undefined
  if (reason === undefined || isRebuilt) return null
  const { sessions, commits } = unreadable
  return (
    <strong className="is-warn" title={reason}>
      {sessions > 0 ? countOf(sessions, 'session') : countOf(commits, 'commit')} unreadable
    </strong>
  )
}

/** While a job updates the index, the job is shown instead. */
const Incomplete = ({ unshown }: { readonly unshown: number }): ReactNode =>
  useRunningJob('reindex') === undefined ? (
    <>
      <strong className="is-warn" title={`These figures exclude ${countOf(unshown, 'change')} in the journal.`}>
        Index incomplete
      </strong>
      <Button label="Continue" isSmall onPress={continueIndexing} />
    </>
  ) : null

const StoreFigures = ({ store }: { readonly store: StoreView }): ReactNode => (
  <>
    <span title={store.dir} className="status-store mono">
      {shortenPath(store.dir, 48)}
    </span>
    <span>{countOf(store.sessions, 'session')}</span>
    <span>{countOf(store.commits, 'commit')}</span>
    <span
      title={`${formatBytes(store.packBytes)} of packs contain ${formatBytes(store.rawBytes)} of transcripts. The index has ${formatBytes(store.indexBytes)}.`}
    >
      {formatBytes(store.packBytes + store.indexBytes)} packs and index
    </span>
  </>
)
