/** What cards of boards say of their numbers: how these follow from others, and the edges of the bins of histograms. */
import { expect, test, type Page } from '@playwright/test'
import { sampleWindow } from './support/sample-window.ts'

const opened = sampleWindow()
const { goTo } = opened
let page: Page

test.beforeAll(() => {
  page = opened.page()
})

const card = (title: RegExp) => page.getByRole('region', { name: title }).first()

test('a card says how its totals follow from numbers with similar names, by the filters that are set', async () => {
  await goTo('/analytics/activity')
  const days = card(/Prompts, responses and tool calls by day/)
  await days.getByRole('button', { name: 'What the numbers mean' }).click()
  const meaning = page.getByRole('dialog')
  await expect(meaning).toContainText('How it follows from other numbers')
  await expect(meaning).toContainText(/Prompts of all days\d+ = \d+ human prompts/)
  await page.keyboard.press('Escape')
  await goTo('/ledger')
  const row = page.getByRole('region', { name: 'Totals by the reference rules' }).getByRole('row', { name: /^Human prompts/ })
  await expect(row).toContainText(/\d+ = \d+ human prompts − \d+ queued \+ \d+ copies/)
  const words = (await row.locator('.ledger-sum').textContent()) ?? ''
  await expect(row.getByRole('cell').first()).toHaveText(words.split(' ')[0] ?? '')
})

test('the axis of a histogram has the edges of its bins, and says when it is a log scale', async () => {
  await goTo('/analytics/amplification')
  const prompts = card(/Prompts by what they led to/)
  await expect(prompts.locator('svg text', { hasText: 'Responses (log scale from 1)' })).toBeVisible()
  expect(await prompts.locator('.recharts-surface').first().locator('text').allTextContents()).toEqual(
    expect.arrayContaining(['0', '1', '2', '4', '8']),
  )
  await goTo('/analytics/compaction')
  const chains = card(/Compactions per chain by its length/)
  await expect(chains.locator('svg text', { hasText: 'Hours (log scale from 0.25)' })).toBeVisible()
  await expect(chains.locator('svg text', { hasText: /^n \d+$/ }).first()).toBeVisible()
})
