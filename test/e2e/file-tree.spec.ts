/** The paths of files as a tree, in the window. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { conversation } from '../support/conversation.ts'
import { writeConversation } from '../support/write-conversation.ts'
import { importTranscripts } from './support/ask.ts'
import { filesWindow, lamps, manyFiles, table, tides } from './support/files-window.ts'

const opened = filesWindow()
const { goTo, here, field, tree, item, slider } = opened
let page: Page

test.beforeAll(() => {
  page = opened.page()
})

const path = () => field('path')

test('folders fold, a folder with one folder in it is one with it, and the keys are those of a tree', async () => {
  await goTo('/files?text=%2Fp%2Fharbour')
  await expect(item(/^\/p\/harbour/)).toHaveAttribute('aria-expanded', 'true')
  await tree().focus()
  await page.keyboard.press('Home')
  await expect(item(/^\/p\/harbour/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowLeft')
  await expect(tree().getByRole('treeitem')).toHaveCount(1)
  await expect(item(/^\/p\/harbour/)).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('End')
  await expect(item(/^tides\.ts/)).toHaveAttribute('aria-selected', 'true')
  await expect.poll(path).toBe(tides)
  await page.keyboard.press('ArrowLeft')
  await expect(item(/^src/)).toHaveAttribute('aria-selected', 'true')
  await expect(item(/^src/)).toHaveAttribute('aria-level', '2')
  await page.keyboard.press('Enter')
  await expect(item(/^tides\.ts/)).toHaveCount(0)
})

test('the cursor rests on a folder, and the next key continues from it', async () => {
  await goTo('/files?text=%2Fp%2Fharb')
  await tree().focus()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(item(/^data/)).toHaveAttribute('aria-selected', 'true')
  await afterResting()
  await expect(item(/^data/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('j')
  await expect(item(/^table\.csv/)).toHaveAttribute('aria-selected', 'true')
  await expect.poll(path).toBe(table)
  await page.keyboard.press('j')
  await afterResting()
  await expect(item(/^src/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('j')
  await expect.poll(path).toBe(lamps)
})

/** A timer that is set later and for longer runs later than the one that makes a choice. */
const afterResting = () => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))

test('a letter that is typed in the tree is entered in the filter', async () => {
  await goTo('/files')
  await tree().focus()
  await page.keyboard.type('tides')
  await expect(page.getByRole('searchbox', { name: 'Filter by path' })).toHaveValue('tides')
  await expect(page.getByRole('status').filter({ hasText: /^\d+ files?$/ })).toHaveText('1 file')
})

test('of very many paths only the rows in view are drawn', async () => {
  await goTo('/files?text=%2Fq%2F')
  await expect(page.getByRole('status').filter({ hasText: /files$/ })).toHaveText(`${manyFiles.toLocaleString('en')} files`)
  expect(await tree().getByRole('treeitem').count()).toBeLessThan(80)
  await tree().focus()
  await page.keyboard.press('End')
  await expect(item(/^f1199\.ts/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Home')
  await expect(item(/^\/q/)).toHaveAttribute('aria-selected', 'true')
})

test('a file chosen right after the filter was typed stays chosen', async () => {
  await goTo('/files')
  await page.keyboard.press('/')
  await page.keyboard.type('sailing-stream.ts')
  await page.keyboard.press('Enter')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect.poll(path).toMatch(/sailing-stream\.ts$/)
  await expect(slider('Version')).toBeVisible()
  expect(await field('text')).toBe('sailing-stream.ts')
})

test('a text in no path shows an empty tree with a link to every file', async () => {
  await goTo('/files?text=nowhere')
  await expect(page.getByText('No matching files')).toBeVisible()
  await page.getByRole('button', { name: 'Show all files' }).click()
  await expect(tree()).toBeVisible()
  expect(await here()).toBe('#/files')
})

test('a long name keeps its end where space is short', async () => {
  const long = '/p/harbour/src/a-very-long-name-of-a-file-about-lamps-and-tides-and-everything-else.part-2.test.ts'
  const talk = conversation({ seed: 'long name', cwd: '/p/harbour' }).human('Write it').writes(long, 'x\n').agent('Written.')
  const folder = mkdtempSync(join(tmpdir(), 'strata-long-name-'))
  await importTranscripts(page, writeConversation(folder, talk).projects)
  rmSync(folder, { recursive: true })
  await goTo('/files?text=part-2')
  const row = item(/^a-very-long-name-of-a-file-about-lamps-and-tides-and-everything-else\.part-2\.test\.ts/)
  const [end, box] = [await row.getByText('rt-2.test.ts', { exact: true }).boundingBox(), await tree().boundingBox()]
  if (end === null || box === null) throw new Error('both are drawn')
  expect(end.width).toBeGreaterThan(40)
  expect(end.x + end.width).toBeLessThan(box.x + box.width)
})
