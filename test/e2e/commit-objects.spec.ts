/** What was in the context at a commit, under a policy, and on a fork whose state is changed; trackers of a session. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { conversation } from '../support/conversation.ts'
import { writeConversation } from '../support/write-conversation.ts'
import { ask, importTranscripts } from './support/ask.ts'
import { axeFindings } from './support/axe-findings.ts'
import { sampleWindow } from './support/sample-window.ts'

const opened = sampleWindow()
const sessionId = '7c1d0e66-58a2-4f0b-9c37-5f6f0a2f7b35'
let page: Page
let folder = ''
const objects = (): Locator => page.getByRole('grid', { name: 'Objects' })
const rows = (): Locator => objects().getByRole('row').filter({ hasNotText: 'In context' })
// Longer than the line that a policy replaces an output with.
const buoy = `const buoy = 1\n${'// in the fog\n'.repeat(30)}`
const button = (name: string): Locator => page.getByRole('button', { name, exact: true })

test.beforeAll(async () => {
  page = opened.page()
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'strata-objects-')))
  const quay = path.join(folder, 'quay')
  mkdirSync(quay)
  writeFileSync(path.join(quay, 'buoy.ts'), buoy)
  let talk = conversation({ sessionId, seed: 'quay', cwd: quay })
    .human('Sound the horn')
    .reads(path.join(quay, 'buoy.ts'), buoy)
    .agent('Seen.')
  for (const at of [1, 2, 3, 4])
    talk = talk
      .human(`Again ${at}`)
      .runs(`horn ${at}`, `sounded ${at}${' and heard'.repeat(30)}`)
      .agent('Done.')
  await importTranscripts(page, writeConversation(folder, talk).projects)
})
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('a commit lists what was in the context, as the client had it and under a policy', async () => {
  await opened.openChain('Sound the horn')
  await page.getByRole('radio', { name: 'Objects', exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Session index 9' })).toBeVisible()
  await expect(rows().filter({ hasText: 'horn 1' })).toContainText('active')
  await page.getByRole('combobox', { name: 'Policy' }).selectOption('turn')
  await expect(page.getByRole('radio', { name: 'Active 3' })).toBeVisible()
  await expect(rows().filter({ hasText: 'horn 4' })).toHaveCount(1)
  await expect(rows().filter({ hasText: 'horn 1' })).toHaveCount(0)
  await page.getByRole('radio', { name: /^Metadata pool/ }).click()
  await expect(rows().filter({ hasText: 'horn 1' })).toContainText('one line')
  await expect(rows().filter({ hasText: 'horn 4' })).toContainText('active')
  await page.getByRole('combobox', { name: 'Type' }).selectOption('file')
  await expect(rows()).toHaveCount(1)
  expect(await axeFindings(page)).toEqual([])
  await rows().first().dblclick()
  await expect(page.getByRole('grid', { name: 'Content' })).toContainText('const buoy = 1')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(objects()).toBeVisible()
})

test('a call opens its record in the conversation', async () => {
  await rows().filter({ hasText: 'horn 2' }).dblclick()
  await expect.poll(opened.here).toMatch(/conversation.*record=/)
  await expect(page.getByText('horn 2').first()).toBeInViewport()
  await page.keyboard.press('Alt+ArrowLeft')
})

test('the state of a fork is changed, that of an imported session is not', async () => {
  await rows().filter({ hasText: 'horn 3' }).click()
  await button('Fork to change the state…').click()
  await opened.dialog('Fork').getByRole('textbox').fill('try-again')
  await opened.dialog('Fork').getByRole('button', { name: 'Fork', exact: true }).click()
  await opened.dialog('Fork').getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('State of fork/try-again')).toBeVisible()
  await rows().filter({ hasText: 'horn 3' }).click()
  await button('Pin').click()
  await expect(rows().filter({ hasText: 'horn 3' }).getByRole('img', { name: 'pinned' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Policy' }).selectOption('turn')
  await expect(rows().filter({ hasText: 'horn 3' })).toContainText('active')
  await rows().filter({ hasText: 'horn 3' }).click()
  await button('Deactivate').press('Enter')
  await expect(rows().filter({ hasText: 'horn 4' })).toHaveCount(1)
  await expect(rows().filter({ hasText: 'horn 3' })).toHaveCount(0)
  await page.getByRole('radio', { name: 'Pinned 0' }).click()
  await expect(page.getByText('Nothing is in this set.')).toBeVisible()
  await page.getByRole('radio', { name: /^Session index/ }).click()
  await rows().filter({ hasText: 'horn 1' }).click()
  await button('Demote').press('Enter')
  await expect(rows().filter({ hasText: 'horn 1' })).toContainText('index only')
  await expect(button('Demote')).toHaveCount(0)
  await rows().filter({ hasText: 'Chat' }).click()
  await expect(page.getByText('Locked: its state cannot be changed.')).toBeVisible()
})

test('where a commit has two forks, one has to be chosen, and a fork that is removed is deselected', async () => {
  await opened.goTo('/sessions')
  const tip = await opened.openChain('Sound the horn')
  await ask(page, 'ref.set', { kind: 'fork', name: 'other-way', commitId: tip, move: false })
  await page.getByRole('radio', { name: 'Objects', exact: true }).click()
  await expect(page.getByText('Choose a fork to change its state.')).toBeVisible()
  const fork = page.getByRole('combobox', { name: 'Fork' })
  await fork.focus()
  await fork.selectOption('fork/other-way')
  await expect(page.getByText('Select an object to change its state on fork/other-way.')).toBeVisible()
  await expect(fork).toBeFocused()
  await rows().filter({ hasText: 'horn 1' }).click()
  await expect(button('Pin')).toBeVisible()
  await ask(page, 'ref.remove', { name: 'fork/other-way' })
  await expect(page.getByText('State of fork/try-again')).toBeVisible()
  await expect(objects()).toBeVisible()
})

test('the files of a session are tracked on disk while the switch is on', async () => {
  await opened.goTo(`/session/${sessionId}`)
  await expect(page.getByText('Sound the horn').first()).toBeVisible()
  await page.keyboard.press('i')
  const inspector = page.getByRole('complementary', { name: 'Inspector' })
  await inspector.getByRole('radio', { name: 'Files', exact: true }).click()
  const tracked = inspector.getByRole('switch', { name: 'Track files on disk' })
  await tracked.check()
  await expect(inspector.getByText('1 file tracked', { exact: true })).toBeVisible()
  writeFileSync(path.join(folder, 'quay', 'buoy.ts'), 'const buoy = 2\n')
  await expect(inspector.getByText('1 file tracked, 1 version so far')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await tracked.uncheck()
  await expect(inspector.getByText('1 version so far', { exact: true })).toBeVisible()
  await expect(tracked).not.toBeChecked()
  expect(await ask(page, 'track.show', { sessions: [sessionId] })).toMatchObject({ value: { kept: [] } })
  await page.keyboard.press('i')
})
