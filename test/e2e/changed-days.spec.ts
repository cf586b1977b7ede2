/** A dialog shows a preview only for the values that its fields have now. */
import { expect, test } from '@playwright/test'
import type { JobView } from '../../app/contract/jobs.ts'
import { ask } from './support/ask.ts'
import { launchStrata } from './support/launch-strata.ts'
import { crowdedHome } from './support/sample-home.ts'

test('the preview of garbage collection disappears when the days in the field change', async () => {
  const { home, remove } = crowdedHome(60)
  const strata = await launchStrata({ home })
  const { page } = strata
  await page.getByRole('button', { name: /^Import all/ }).click()
  const job = page.getByRole('group', { name: 'Import' })
  await expect(job).toContainText(/ of .*MB/)
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.getByRole('button', { name: 'Collect garbage…' }).click()
  const form = page.getByRole('dialog', { name: 'Collect garbage' })
  const look = form.getByRole('button', { name: 'Preview', exact: true })
  // It waits for the import.
  await expect(look).toBeDisabled()
  await form.getByRole('textbox').fill('0')
  const jobs = await ask(page, 'jobs.list')
  for (const { jobId, kind } of jobs.ok ? (jobs.value as readonly JobView[]) : [])
    if (kind === 'import') await ask(page, 'job.cancel', { jobId })
  await expect(look).toBeEnabled()
  await expect(form).toContainText('strata gc --keep-days 0')
  await expect(form).not.toContainText(/Nothing to remove|would be removed/)
  await look.click()
  await expect(form).toContainText(/Nothing to remove|would be removed/)
  await strata.close()
  remove()
})
