/** The files that were known at a commit, and those of a session, in the window. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { axeFindings } from './support/axe-findings.ts'
import { filesWindow } from './support/files-window.ts'

const opened = filesWindow()
const { goTo, slider, content, field } = opened
let page: Page

test.beforeAll(() => {
  page = opened.page()
})

test('a commit lists what was known at its end, and opens a file with what was known then', async () => {
  await opened.openChain('Turn the lamps on')
  await page.getByRole('radio', { name: 'Files', exact: true }).click()
  const files = page.getByRole('grid', { name: 'Files' })
  await expect(page.getByText('2 files known, 1 in this commit')).toBeVisible()
  await expect(files.getByRole('row').filter({ hasText: 'lamps.ts' })).toContainText('deleted')
  await files.getByRole('row').filter({ hasText: 'tides.ts' }).dblclick()
  await expect(page.getByRole('button', { name: /^as known at ctx-/ })).toBeVisible()
  await expect(content()).toContainText('export const high = 2')
  expect(await field('at')).toMatch(/^ctx-/)
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(files).toBeVisible()
})

test('the files of a commit are checked out into a folder, and compared with those on disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'strata-checkout-'))
  await opened.choose([folder])
  await goTo('/sessions')
  await opened.openChain('Turn the lamps on')
  await page.getByRole('radio', { name: 'Files', exact: true }).click()
  await page.getByRole('button', { name: 'Check out…' }).click()
  const checkout = opened.dialog('Check out files')
  await checkout.getByRole('button', { name: 'Choose…' }).click()
  await checkout.getByRole('button', { name: 'Check out', exact: true }).click()
  await expect(checkout.getByRole('status').filter({ hasText: 'written' })).toHaveText('1 file written, 1 deleted by then, 0 skipped.')
  const written = readdirSync(folder, { recursive: true }).map(String)
  expect(written.filter((name) => name.endsWith('tides.ts'))).toHaveLength(1)
  expect(await axeFindings(page)).toEqual([])
  await checkout.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Compare with disk…' }).click()
  const drift = opened.dialog('Compare with disk')
  await expect(drift.getByRole('status').filter({ hasText: 'files' })).toHaveText(/^2 files: /)
  await expect(drift.getByRole('listitem').filter({ hasText: 'tides.ts' })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  const tides = join(folder, 'src/tides.ts')
  const known = readFileSync(tides)
  writeFileSync(tides, 'another\n')
  await drift.getByRole('button', { name: 'Choose…' }).click()
  const sum = drift.getByRole('status').filter({ hasText: 'files' })
  await expect(sum).toContainText(' 1 changed')
  writeFileSync(tides, known)
  await drift.getByRole('button', { name: 'Compare again' }).click()
  await expect(sum).toContainText('1 unchanged')
  await drift.getByRole('button', { name: 'Clear' }).click()
  await expect(drift.getByRole('status', { name: 'Folder that is compared' })).toHaveText('None chosen')
  await expect(drift.getByRole('button', { name: 'Clear' })).toHaveCount(0)
  await drift.getByRole('button', { name: 'Close' }).last().click()
  rmSync(folder, { recursive: true })
})

test('the inspector lists the files of the session with their versions and their last proof', async () => {
  await goTo(`/session/${await opened.sessionId('Turn the lamps on')}`)
  await page.keyboard.press('i')
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await inspector.getByRole('radio', { name: 'Files', exact: true }).click()
  const file = inspector.getByRole('listitem').filter({ hasText: 'lamps.ts' })
  await expect(file).toContainText('4 versions')
  await expect(file).toContainText('deleted')
  await expect(inspector.getByRole('listitem').filter({ hasText: 'tides.ts' })).toContainText('2 versions')
  await file.getByRole('link').click()
  await expect(slider('Version')).toHaveAttribute('aria-valuetext', /^4 of 4/)
  await page.keyboard.press('Alt+ArrowLeft')
  await page.keyboard.press('i')
})
