/** Jobs as the window tells of them. */
import { expect, test } from 'vitest'
import type { JobView } from '../../../../../app/contract/jobs.ts'
import { jobEnding, jobProgress, jobShare, unreadableIn } from '../../../../../renderer/ui/jobs/job-text.ts'
import { newsAtFirst, nothingSeen, seenAfter } from '../../../../../renderer/ui/jobs/seen-jobs.ts'
import { withJob, withoutLost } from '../../../../../renderer/ui/jobs/job-list.ts'

const job = (more: Partial<JobView>): JobView => ({
  jobId: 'job-1',
  kind: 'import',
  state: 'running',
  phase: 'Reading',
  done: 0,
  total: undefined,
  unit: 'bytes',
  rate: undefined,
  elapsedMs: 0,
  remainingMs: undefined,
  summary: undefined,
  result: undefined,
  failure: undefined,
  ...more,
})

test('progress shows amount, rate and remaining time, as far as known', () => {
  expect(jobProgress(job({ elapsedMs: 400 }))).toBe('')
  expect(jobProgress(job({ done: 512, elapsedMs: 4000 }))).toBe('512 B · 4.0 s elapsed')
  expect(jobProgress(job({ done: 1_200_000, total: 3_400_000, rate: 320_000_000, remainingMs: 12_000 }))).toBe(
    '1.20 MB of 3.40 MB · 320 MB/s · 12 s left',
  )
  expect(jobProgress(job({ unit: 'sessions', done: 3, total: 12 }))).toBe('3 of 12 sessions')
  expect([
    jobShare(job({})),
    jobShare(job({ done: 3, total: 12 })),
    jobShare(job({ total: 0 })),
    jobShare(job({ done: 9, total: 3 })),
  ]).toEqual([undefined, 0.25, 1, 1])
})

test('an ended job shows its outcome', () => {
  const failure = { code: 'disk-full', message: 'No space is left', hint: '', data: {} } as const
  expect([
    jobEnding(job({ state: 'done', summary: '12 files imported' })),
    jobEnding(job({ state: 'failed', failure })),
    jobEnding(job({ state: 'cancelled' })),
    jobEnding(job({ state: 'done', kind: 'verify', elapsedMs: 4200 })),
  ]).toEqual(['12 files imported', 'Import failed: No space is left', 'Import cancelled', 'Verify finished in 4.2 s'])
})

test('files that a restore could not read are shown when it has ended, and only for that job', () => {
  const unreadable = [{ file: 'projects/-a/1.jsonl', sessionId: '1', reason: 'the bytes are others' }]
  const result = { files: [], bytes: 0, alreadyThere: [], unreadable }
  expect(unreadableIn(job({ kind: 'restore', state: 'done', result }))).toEqual(unreadable)
  expect(unreadableIn(job({ kind: 'restore' }))).toEqual([])
  expect(unreadableIn(job({ state: 'done', result: {} }))).toEqual([])
})

test('a late signal does not restart an ended job, and only the last ended ones remain', () => {
  const ended = withJob(withJob([], job({})), job({ state: 'done' }))
  expect(withJob(ended, job({ done: 5 }))).toEqual(ended)
  const many = Array.from({ length: 9 }, (_, place) => job({ jobId: `job-${place}`, state: 'done' })).reduce(withJob, [
    job({ jobId: 'busy' }),
  ])
  expect(many.map((each) => each.jobId)).toEqual(['busy', 'job-4', 'job-5', 'job-6', 'job-7', 'job-8'])
})

test('a job that the current engine does not know has failed, and can be started again', () => {
  const [known, gone, over] = [job({ jobId: 'known' }), job({ jobId: 'gone' }), job({ jobId: 'over', state: 'done' })]
  const [first, second, third] = withoutLost([known, gone, over], [known])
  expect([first, third]).toEqual([known, over])
  expect(second).toMatchObject({ state: 'failed', failure: { code: 'engine-stopped', hint: 'Start it again. Completed work is kept.' } })
})

test('a check or a repair of the store replaces the one before it, and no other job', () => {
  const ended = [
    job({ jobId: 'a', kind: 'import', state: 'done' }),
    job({ jobId: 'b', kind: 'verify', state: 'done' }),
    job({ jobId: 'c', kind: 'repair', state: 'running' }),
  ]
  expect(ended.reduce(withJob, []).map(({ jobId }) => jobId)).toEqual(['a', 'c'])
  expect(withJob(ended.slice(0, 2), job({ jobId: 'd', kind: 'verify' })).map(({ jobId }) => jobId)).toEqual(['a', 'd'])
  expect(withJob(ended.slice(0, 2), job({ jobId: 'd', kind: 'restore' })).map(({ jobId }) => jobId)).toEqual(['a', 'b', 'd'])
})

test('a window that is loaded again does not tell again what was dismissed, what went well, or a failure that a later success overtook', () => {
  const done = job({ jobId: 'done', state: 'done' })
  const dismissed = job({ jobId: 'dismissed', kind: 'export', state: 'failed' })
  const left = job({ jobId: 'left', kind: 'verify', state: 'failed' })
  const known = [done, dismissed, left]
  const ids = (...args: Parameters<typeof newsAtFirst>): readonly string[] => newsAtFirst(...args).map(({ jobId }) => jobId)
  expect(ids(known, nothingSeen)).toEqual(['done', 'dismissed', 'left'])
  const seen = seenAfter(seenAfter(nothingSeen, known, known), [], [done, left])
  expect(ids(known, seen)).toEqual(['left'])
  expect(ids([...known, job({ jobId: 'again', kind: 'verify', state: 'done' })], seen)).toEqual([])
  expect(ids([...known, job({ jobId: 'new', state: 'done' }), job({ jobId: 'now' })], seen)).toEqual(['left', 'new', 'now'])
})
