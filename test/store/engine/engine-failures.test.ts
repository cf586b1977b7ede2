/** What an engine answers to calls and jobs that do not exist. */
import { expect, test } from 'vitest'
import { tempDir } from '../../support/temp-dir.ts'
import { withEngine } from '../../support/with-engine.ts'

test('calls and jobs that do not exist are failures with a hint, not bugs', async () => {
  await withEngine(tempDir(), async (engine) => {
    expect(await engine.call('job.wait', { jobId: 'job-999' })).toMatchObject({ ok: false, failure: { code: 'job-not-found' } })
    expect(await engine.call('job.cancel', { jobId: 'job-999' })).toMatchObject({ ok: false, failure: { code: 'job-not-found' } })
    expect(await engine.call('no.such', {})).toMatchObject({ ok: false, failure: { code: 'unknown-call' } })
    expect(await engine.call('commit.show', {})).toMatchObject({ ok: false, failure: { code: 'invalid-input' } })
  })
})
