/** The page of a metric with more rows than are shown at first, in a real window. */
import path from 'node:path'
import { expect, test } from '@playwright/test'
import type { AnalyticsAnswer } from '../../app/contract/analytics.ts'
import { ask } from './support/ask.ts'
import { launchStrata, type RunningStrata } from './support/launch-strata.ts'
import { crowdedHome, type SampleHome } from './support/sample-home.ts'

let crowded: SampleHome
let strata: RunningStrata

test.beforeAll(async () => {
  crowded = crowdedHome(24)
  strata = await launchStrata({ home: crowded.home, size: { width: 1280, height: 800 } })
  const job = await ask(strata.page, 'import.start', { paths: [path.join(crowded.home, '.claude', 'projects')] })
  if (!job.ok) throw new Error(job.failure.message)
  await ask(strata.page, 'job.wait', job.value)
})
test.afterAll(async () => {
  await strata.close()
  crowded.remove()
})

test('a page shows the first thousand rows and the number of others, and shows them on request', async () => {
  const { page } = strata
  const all = await ask(page, 'analytics.ask', { name: 'records', limit: 100_000 })
  if (!all.ok) throw new Error(all.failure.message)
  const count = (all.value as AnalyticsAnswer).rows.length
  expect(count).toBeGreaterThan(1000)
  await page.evaluate(() => {
    window.location.hash = '/analytics/records?q=records'
  })
  const grid = page.getByRole('grid', { name: /Which records/ })
  await expect(grid).toHaveAttribute('aria-rowcount', '1001')
  await expect(page.getByText('Only the first 1,000 rows are shown')).toBeVisible()
  await expect(page.getByText(`${(count - 1000).toLocaleString('en')} rows more`)).toBeVisible()
  if (process.env['PICTURE'] !== undefined) await page.screenshot({ path: process.env['PICTURE'] })
  await page.getByRole('button', { name: 'Show 10,000' }).click()
  await expect(grid).toHaveAttribute('aria-rowcount', String(Math.min(count, 10_000) + 1))
  expect(strata.pageErrors).toEqual([])
})

test('a heading sorts all rows of an answer that is shown in part', async () => {
  const { page } = strata
  const all = await ask(page, 'analytics.ask', { name: 'records', limit: 100_000 })
  if (!all.ok) throw new Error(all.failure.message)
  const bytes = (all.value as AnalyticsAnswer).rows.map((row) => Number(row['bytes']))
  const first = bytes.slice(0, 1000)
  expect(Math.min(...bytes)).toBeLessThan(Math.min(...first))
  await page.evaluate(() => {
    window.location.hash = '/analytics/records?q=records&zone=UTC'
  })
  const grid = page.getByRole('grid', { name: /Which records/ })
  const heading = grid.getByRole('columnheader', { name: 'Bytes' })
  await heading.click()
  await heading.click()
  await expect(grid.getByRole('row').nth(1)).toContainText(`${Math.min(...bytes)} B`)
  expect(strata.pageErrors).toEqual([])
})
