/** Versions of files that a tracker saw on disk, in the window. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { conversation } from '../support/conversation.ts'
import { writeConversation } from '../support/write-conversation.ts'
import { ask, importTranscripts } from './support/ask.ts'
import { axeFindings } from './support/axe-findings.ts'
import { sampleWindow } from './support/sample-window.ts'

const { page, goTo } = sampleWindow()
const sessionId = '7c1d0e66-58a2-4f0b-9c37-5f6f0a2f7b33'
let folder = ''

test.beforeAll(async () => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'strata-tracked-')))
  const quay = path.join(folder, 'quay')
  mkdirSync(quay)
  writeFileSync(path.join(quay, 'buoy.ts'), 'const buoy = 1\n')
  const talk = conversation({ sessionId, seed: 'quay', cwd: quay })
    .human('Look at the buoy')
    .reads(path.join(quay, 'buoy.ts'), 'const buoy = 1\n')
    .agent('Seen.')
  await importTranscripts(page(), writeConversation(folder, talk).projects)
})
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('the list of versions shows what trackers saw as soon as they see it', async () => {
  const file = path.join(folder, 'quay', 'buoy.ts')
  await goTo(`/files?path=${encodeURIComponent(file)}&face=versions`)
  await expect(page().getByRole('grid', { name: 'Versions', exact: true }).getByRole('row')).toHaveCount(2)
  await expect(page().getByRole('region', { name: 'Seen by trackers' })).toBeHidden()
  writeFileSync(file, 'const buoy = 2\n')
  const look = () => ask(page(), 'track.check', { sessions: [sessionId] })
  await look()
  rmSync(file)
  // A change counts when it has rested for a look.
  await look()
  await look()
  const seen = page().getByRole('region', { name: 'Seen by trackers' })
  await expect(seen).toContainText('2 versions on disk, seen by trackers')
  const rows = seen.getByRole('row')
  await expect(rows.nth(1)).toContainText('deleted')
  await expect(rows.nth(2)).toContainText(/[0-9a-f]{20}/)
  expect(await axeFindings(page())).toEqual([])
})

test('the file on disk is compared with what was known of it, in one press', async () => {
  const file = path.join(folder, 'quay', 'buoy.ts')
  writeFileSync(file, 'const buoy = 3\n')
  await goTo(`/files?path=${encodeURIComponent(file)}`)
  await page().getByRole('radio', { name: 'Disk' }).click()
  const differences = page().getByRole('region', { name: 'Differences on disk' })
  await expect(differences).toContainText('Disk differs now +1 −1')
  await expect(differences).toContainText('const buoy = 3')
  expect(await axeFindings(page())).toEqual([])
  await page().getByRole('radio', { name: 'Content' }).click()
  await expect(differences).toBeHidden()
  await page().getByRole('slider', { name: 'Version' }).focus()
  await page().keyboard.press('End')
  await expect(differences).toContainText('Disk differs now +1 −1')
  await expect(page().getByText('The file on disk now, beside the newest version that an agent knew')).toBeVisible()
  expect(await axeFindings(page())).toEqual([])
  writeFileSync(file, 'const buoy = 1\n')
  await page().getByRole('button', { name: 'Compare again' }).click()
  await expect(page().getByRole('heading', { name: 'Disk has the same content' })).toBeVisible()
  rmSync(file)
  await page().getByRole('button', { name: 'Compare again' }).click()
  await expect(page().getByRole('heading', { name: 'Not on disk' })).toBeVisible()
})

test('the files of a session are compared with the disk in one press', async () => {
  await goTo(`/session/${sessionId}`)
  await page().getByRole('button', { name: 'Disk…', exact: true }).click()
  await expect(page().getByRole('region', { name: 'Compared files' })).toContainText('1 file: 1 deleted.')
})
