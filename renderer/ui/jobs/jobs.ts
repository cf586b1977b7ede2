/** The long jobs of the engine: what runs now, what ended last, and starting new ones. */
import type { JobView } from '../../../app/contract/jobs.ts'
import type { Granularity } from '../../../app/model/granularity.ts'
import { ask, onSignal } from '../calls/bridge.ts'
import { noteCheck } from './last-check.ts'
import { noteNotice, showFailure } from '../layout/notice.ts'
import { jobEnding } from './job-text.ts'
import { observable, useObservable } from '../calls/observable.ts'
import { keepSeenJobs, newsAtFirst, seenAfter, seenJobs } from './seen-jobs.ts'
import { withJob, withoutLost, type JobList } from './job-list.ts'

const jobs = observable<JobList>([])

let isFirstLook = true

/** The jobs to show among those that an engine knows when it begins to answer. */
const newsIn = (known: JobList): JobList =>
  isFirstLook ? newsAtFirst(known, seenJobs()) : known.filter(({ jobId, state }) => state === 'running' || isOnScreen(jobId))

const isOnScreen = (id: string): boolean => jobs.get().some(({ jobId }) => jobId === id)

/** Records the jobs that this window has shown, and which of them are still on the screen. */
const noteSeen = (known: JobList): void => keepSeenJobs(seenAfter(seenJobs(), known, jobs.get()))

/** Follows the jobs of the engine from now on. */
export const followJobs = (): void => {
  onSignal((signal) => {
    if (signal.kind === 'job') {
      noteCheck(signal.job)
      noteEnd(signal.job)
    }
    if (signal.kind === 'job' && !forgotten.has(signal.job.jobId)) jobs.set(withJob(jobs.get(), signal.job))
    if (signal.kind === 'job' && signal.job.state !== 'running' && !isFirstLook) noteSeen([signal.job])
  })
  jobs.subscribe(() => {
    if (!isFirstLook) noteSeen([])
  })
  const askAgain = (): void => {
    ask('jobs.list', {}).then((known) => {
      known.forEach(noteCheck)
      jobs.set(newsIn(known).reduce(withJob, withoutLost(jobs.get(), known)))
      isFirstLook = false
      noteSeen(known)
    }, showFailure)
  }
  onSignal((signal) => {
    if (signal.kind === 'engine' && signal.state === 'ready') askAgain()
  })
  askAgain()
}

/** Ids of jobs whose end is in the history. */
const noted = new Set<string>()

/** Jobs that only prepare an answer are not in the history. */
const isQuiet = ({ kind, state }: JobView): boolean =>
  kind === 'find' || (state === 'done' && (kind === 'facts' || kind === 'secrets' || kind === 'compare'))

const noteEnd = (job: JobView): void => {
  if (job.state === 'running' || noted.has(job.jobId) || isQuiet(job)) return
  noted.add(job.jobId)
  noteNotice(jobEnding(job), job.state === 'failed')
}

const useJobs = (): JobList => useObservable(jobs)

/** Jobs that a dialog or a screen shows itself. */
const claimed = observable<readonly string[]>([])

/** Jobs that no other part of the screen shows. */
export const useUnclaimedJobs = (): JobList => {
  const shown = useObservable(claimed)
  return useJobs().filter(({ jobId }) => !shown.includes(jobId))
}

export const claimJob = (job: JobView): void => {
  claimed.set([...claimed.get(), job.jobId])
  jobs.set(withJob(jobs.get(), job))
}

export const releaseJob = (jobId: string): void => claimed.set(claimed.get().filter((each) => each !== jobId))

/** Jobs whose end was shown: the signal for the end of a short job may follow its answer. */
const forgotten = new Set<string>()

const remembered = 100

/** Forgets a job whose end was shown where it was started. */
export const forgetJob = (jobId: string): void => {
  forgotten.add(jobId)
  for (const oldest of forgotten) if (forgotten.size > remembered) forgotten.delete(oldest)
  dismissJob(jobId)
  releaseJob(jobId)
}

/** The job of this kind that runs now. */
export const useRunningJob = (kind: JobView['kind']): JobView | undefined =>
  useJobs().find((job) => job.kind === kind && job.state === 'running')

const start = (started: Promise<JobView>): void => {
  started.then((job) => jobs.set(withJob(jobs.get(), job)), showFailure)
}

/** Jobs that a person started and that have not ended: a second press starts nothing. */
const underWay = new Set<string>()

/** Undefined: it is under way. */
const startOnce = (key: string, asked: () => Promise<JobView>): Promise<JobView> | undefined => {
  if (underWay.has(key)) return undefined
  underWay.add(key)
  const started = asked()
  const forget = (): boolean => underWay.delete(key)
  started.then(({ jobId }) => ask('job.wait', { jobId })).then(forget, forget)
  start(started)
  return started
}

/** Imports these folders or files; none: every transcript folder found on this machine. `whenDone`: what follows a whole import. */
export const startImport = (paths: readonly string[], whenDone?: () => void): void => {
  const started = startOnce(`import ${JSON.stringify(paths)}`, () => ask('import.start', { paths: [...paths] }))
  if (whenDone !== undefined) started?.then(({ jobId }) => ask('job.wait', { jobId })).then(doneThen(whenDone), () => undefined)
}

/** Cuts the sessions whose transcripts are found on this machine so, also those that are here. */
export const startCut = (granularity: Granularity): void => void startOnce('cut', () => ask('import.start', { granularity }))

const doneThen =
  (next: () => void) =>
  (job: JobView): void => {
    if (job.state === 'done') next()
  }

export const startVerify = (): void => void startOnce('verify', () => ask('verify.start', {}))

export const startRepair = (): void => void startOnce('repair', () => ask('repair.start', {}))

export const startReindex = (): void => void startOnce('reindex', () => ask('reindex.start', {}))

/** Continues an interrupted reindex. */
export const continueIndexing = (): void => void startOnce('reindex', () => ask('reindex.start', { fromScratch: false }))

export const startRestore = (to: string): void => start(ask('restore.start', { what: { all: true }, to }))

export const cancelJob = (jobId: string): void => start(ask('job.cancel', { jobId }))

/** Takes an ended job off the screen. */
export const dismissJob = (jobId: string): void => jobs.set(jobs.get().filter((job) => job.jobId !== jobId))
