/** The files that agents read and changed, in the window. */
import { expect, test, type Page } from '@playwright/test'
import { sampleWindow } from './support/sample-window.ts'

const opened = sampleWindow()
const { goTo, here } = opened
let page: Page

test.beforeAll(() => {
  page = opened.page()
})

const files = () => page.getByRole('grid', { name: 'Files' })
const calls = () => page.getByRole('grid', { name: 'Calls' })

test('a file is found by a part of its path, and its versions are read one after the other', async () => {
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await expect(page.getByText('No file selected')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('SAILING-stream.ts')
  await expect(page.getByRole('status').filter({ hasText: /^\d+ files?$/ })).toHaveText(/^\d files?$/)
  await page.getByRole('searchbox', { name: 'Filter by path' }).blur()
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { level: 2, name: /^\/\S*sailing-stream\.ts$/ })).toBeVisible()
  const sought = page.locator('.conversation-slot.is-sought')
  await expect(sought).toContainText('sailing-stream.ts')
  const newest = await here()
  expect(newest).toMatch(/at=src-\w+%3A\d+%3A\d+&commit=ctx-/)
  await page.keyboard.press('Shift+J')
  await expect.poll(here).not.toBe(newest)
  await expect(sought).toContainText('sailing-stream.ts')
  await page.keyboard.press('Shift+K')
  await expect.poll(here).toBe(newest)
})

test('a call leads to its session, and back comes to the file', async () => {
  await calls().getByRole('row').nth(1).dblclick()
  await expect(page.getByRole('region', { name: 'Conversation' })).toBeVisible()
  expect(await here()).toMatch(/^#\/session\/.*record=src-/)
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(files()).toBeVisible()
})

test('a file chosen right after the filter was typed stays chosen', async () => {
  await goTo('/files')
  await page.keyboard.press('/')
  await page.keyboard.type('stream.ts')
  await page.keyboard.press('Enter')
  await page.keyboard.press('j')
  await expect(page.getByRole('status').filter({ hasText: /^\d+ files?$/ })).toBeVisible()
  await page.waitForTimeout(500)
  expect(await here()).toMatch(/text=stream\.ts&.*path=|path=.*&text=stream\.ts/)
})

test('a text in no path shows an empty list with a link to every file', async () => {
  await goTo('/files?text=nowhere')
  await expect(page.getByText('No matching files')).toBeVisible()
  await page.getByRole('button', { name: 'Show all files' }).click()
  await expect(files()).toBeVisible()
  expect(await here()).toBe('#/files')
})
