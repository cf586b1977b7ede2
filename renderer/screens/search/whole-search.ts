/** The job that looks at everything a search may find: what it has found while it works, and at its end. */
import type { SearchFound } from '../../../app/contract/search.ts'
import type { JobView } from '../../../app/contract/jobs.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { machineZone } from '../../ui/format/machine-zone.ts'
import { followJob } from '../../ui/jobs/follow-job.ts'

export interface SearchWork {
  readonly job: JobView
  readonly cancel: () => void
}

export interface WholeSearchInput {
  readonly text: string
  readonly order: 'relevance' | 'newest'
  /** Sessions of a page. */
  readonly limit: number
  readonly hits: number
  /** The next search of this window ends it. */
  readonly asker: string
  /** Sessions that are wanted of what it has found. */
  readonly wanted: () => number
}

export interface WholeSearchListener {
  readonly onProgress: (work: SearchWork) => void
  /** @param found undefined: the job did not start, or it is not known any more. */
  readonly onFound: (found: SearchFound | undefined, jobId: string, isEnd: boolean) => void
}

/** @returns ends it, when its results are no longer wanted */
export const followWholeSearch = (input: WholeSearchInput, { onProgress, onFound }: WholeSearchListener): (() => void) => {
  const { wanted, ...rest } = input
  let isLeft = false
  let isAsking = false
  const lookFor = async (jobId: string, isEnd: boolean): Promise<void> => {
    isAsking = true
    const found = await ask('search.found', { jobId, limit: wanted() }).catch(() => undefined)
    isAsking = false
    if (!isLeft) onFound(found, jobId, isEnd)
  }
  const see = (job: JobView): void => {
    if (isLeft) return
    onProgress({ job, cancel: followed.cancel })
    if (!isAsking && job.done > 0) void lookFor(job.jobId, false)
  }
  const followed = followJob(ask('search.finish', { ...rest, zone: machineZone() }), see)
  followed.ended.then(
    ({ jobId }) => (isLeft ? undefined : lookFor(jobId, true)),
    () => (isLeft ? undefined : onFound(undefined, '', true)),
  )
  return () => {
    isLeft = true
    followed.leave('stop')
  }
}
