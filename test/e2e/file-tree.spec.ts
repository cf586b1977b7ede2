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
  await expect.poll(path).toBe(table)
  await tree().focus()
  await page.keyboard.press('Home')
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
  await expect.poll(here).toMatch(/^#\/files\?path=/)
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

const words = (name: string): string => Array.from({ length: 12 }, (_, at) => `const ${name}${at} = ${at}`).join('\n')

test('checkouts of one repository are one folder with their names, and a file in several of them opens where it was touched last', async () => {
  const [pier, fix] = ['/w/pier', '/w/pier-fix']
  const bells = words('bell')
  const rung = bells.replace('const bell3 = 3', 'const bell3 = 300 // the bell of the outer pier')
  const locks = words('lock')
  const shut = locks.replace('const lock5 = 5', 'const lock5 = 500 // it is shut at night')
  const first = conversation({ seed: 'pier', cwd: pier, start: '2026-03-23T09:00:00Z' })
    .human('Ring the bells')
    .reads(`${pier}/src/bells.ts`, bells)
    .writes(`${pier}/src/bells.ts`, rung)
    .reads(`${pier}/src/locks.ts`, locks)
    .writes(`${pier}/src/locks.ts`, shut)
    .reads(`${pier}/notes.md`, 'Notes\n')
    .agent('Rung.')
  const second = conversation({ seed: 'pier-fix', cwd: fix, start: '2026-03-24T09:00:00Z' })
    .human('Count the bells')
    .reads(`${fix}/src/bells.ts`, rung)
    .reads(`${fix}/src/locks.ts`, shut)
    .writes(`${fix}/src/count.ts`, 'export const count = 12\n')
    .agent('Counted.')
  const folder = mkdtempSync(join(tmpdir(), 'strata-pier-'))
  await importTranscripts(page, writeConversation(folder, first, second).projects)
  rmSync(folder, { recursive: true })
  await goTo('/files?text=%2Fw%2Fpier')
  await expect(tree().getByRole('treeitem')).toHaveText([
    /^pier, 2 checkouts: pier, pier-fix/,
    /^src/,
    /^bells\.ts, 2 checkouts: pier, pier-fix/,
    /^count\.ts, 1 checkout: pier-fix/,
    /^locks\.ts, 2 checkouts: pier, pier-fix/,
    /^notes\.md, 0 changes/,
  ])
  await expect(page.getByRole('status').filter({ hasText: 'paths' })).toHaveText('4 files, 6 paths')
  await item(/^bells\.ts/).click()
  await expect.poll(path).toBe(`${fix}/src/bells.ts`)
  await expect(item(/^bells\.ts/)).toHaveAttribute('aria-selected', 'true')
  await goTo(`/files?text=%2Fw%2Fpier&path=${encodeURIComponent(`${pier}/src/locks.ts`)}`)
  await expect(item(/^locks\.ts/)).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { level: 2, name: `${pier}/src/locks.ts` })).toBeVisible()
})
