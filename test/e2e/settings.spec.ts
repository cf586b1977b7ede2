/** What can be chosen in the window, and that it holds. */
import { expect, test, type Page } from '@playwright/test'
import type { SettingsView } from '../../app/contract/settings.ts'
import type { StoreView } from '../../app/contract/store.ts'
import { ask } from './support/ask.ts'
import { sampleWindow } from './support/sample-window.ts'

const opened = sampleWindow()
const { clipboard, dialog, here } = opened
let page: Page

test.beforeAll(() => {
  page = opened.page()
})
test.beforeEach(() => opened.goTo('/settings'))

const chosen = async (): Promise<SettingsView> => {
  const answer = await ask(page, 'settings.show', {})
  if (!answer.ok) throw new Error(answer.failure.message)
  return answer.value as SettingsView
}

const commits = async (): Promise<number> => {
  const answer = await ask(page, 'store.show', {})
  return answer.ok ? (answer.value as StoreView).commits : Infinity
}

test('a key opens the settings, and colours change immediately and back again', async () => {
  await opened.goTo('/sessions')
  await page.keyboard.press('g')
  await page.keyboard.press(',')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Settings')
  expect(await here()).toBe('#/settings')
  const colours = page.getByRole('radiogroup', { name: 'Colours' })
  await colours.getByRole('radio', { name: 'Dark' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await colours.getByRole('radio', { name: 'Light' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await colours.getByRole('radio', { name: 'System' }).click()
})

test('the granularity is chosen by keyboard, and applied to existing sessions on request', async () => {
  const holds = page.getByRole('radiogroup', { name: 'Size of a commit' })
  await expect(holds.getByRole('radio', { name: 'A turn' })).toBeChecked()
  await holds.getByRole('radio', { name: 'A turn' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(holds.getByRole('radio', { name: 'A reply' })).toBeChecked()
  expect((await chosen()).granularity).toBe('response')
  const turns = holds.getByRole('textbox', { name: 'Turns in a commit' })
  await turns.fill('1')
  await expect(turns).toHaveAttribute('aria-invalid', 'true')
  await turns.fill('3')
  // The choice shows once it is kept.
  await holds.getByRole('radio', { name: 'Several turns' }).click()
  await expect(holds.getByRole('radio', { name: 'Several turns' })).toBeChecked()
  expect((await chosen()).granularity).toBe(3)
  const before = await commits()
  await page.getByRole('button', { name: 'Apply to existing sessions' }).click()
  await expect.poll(commits, { timeout: 30_000 }).toBeLessThan(before)
  await holds.getByRole('radio', { name: 'A turn' }).click()
  await expect.poll(async () => (await chosen()).granularity).toBe(1)
})

test('private words are added and removed, and an invalid word shows the reason', async () => {
  const field = page.getByRole('textbox', { name: 'New private word' })
  await field.fill('x*')
  await expect(page.getByText('It needs at least three letters besides the *', { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  expect((await chosen()).privateWords).toEqual([])
  await field.fill('acme-*')
  await page.keyboard.press('Enter')
  const words = page.getByRole('list', { name: 'Private words' })
  await expect(words.getByRole('listitem')).toHaveText(['acme-*'])
  await expect(field).toHaveValue('')
  await words.getByRole('button', { name: 'Remove acme-*' }).click()
  await expect(page.getByText('No private words.')).toBeVisible()
})

test('a collection begins with the retention of the settings', async () => {
  const days = page.getByRole('textbox', { name: 'Retention of unused artifacts' })
  await expect(days).toHaveValue('14')
  await days.fill('30')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await chosen()).keepDays).toBe(30)
  await page.keyboard.press('g')
  await expect(days).toHaveValue('30g')
  await page.keyboard.press('Escape')
  await expect(days).toHaveValue('30')
  await opened.goTo('/store')
  await page.getByRole('button', { name: 'Collect garbage…' }).click()
  await expect(dialog('Collect garbage').getByRole('textbox', { name: 'Retention in days' })).toHaveValue('30')
  await page.keyboard.press('Escape')
})

test('folders, prices with their sources, and versions can be read and copied', async () => {
  const folders = page.getByRole('region', { name: 'Transcript folders' })
  await expect(folders.getByRole('switch', { name: 'Watch this folder' })).toBeVisible()
  await expect(folders.getByText(/Claude Code deletes transcripts after 30 days/)).toBeVisible()
  const prices = page.getByRole('table', { name: 'Prices' })
  await expect(prices.getByRole('row', { name: /claude-haiku-4-5/ })).toContainText('$0.10')
  await page.getByRole('button', { name: 'Copy the versions' }).click()
  expect(await clipboard()).toMatch(/^Strata \d+\.\d+\.\d+, DuckDB v[\d.]+, Node [\d.]+, Electron [\d.]+$/)
})
