/** Watching in the real window: what an agent writes appears by itself, and the sources say how watching is doing. */
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { launchStrata } from './support/launch-strata.ts'

const sessionId = '11111111-2222-4333-8444-555555555555'
const uuidOf = (number: number): string => `11111111-2222-4333-8444-${String(number).padStart(12, '0')}`

const row = (number: number, record: object): string =>
  `${JSON.stringify({
    parentUuid: number === 0 ? null : uuidOf(number - 1),
    isSidechain: false,
    userType: 'external',
    entrypoint: 'cli',
    cwd: '/project/tides',
    sessionId,
    version: '2.1.112',
    uuid: uuidOf(number),
    timestamp: new Date(Date.now() - 60_000 + number).toISOString(),
    ...record,
  })}\n`

const human = (number: number, text: string): string => row(number, { type: 'user', message: { role: 'user', content: text } })
const agent = (number: number, text: string): string =>
  row(number, {
    type: 'assistant',
    message: {
      id: `msg_${number}`,
      role: 'assistant',
      model: 'claude-test',
      content: [{ type: 'text', text }],
      usage: { input_tokens: 1, output_tokens: 1 },
    },
  })

const homeWithSession = (): { readonly home: string; readonly projects: string; readonly file: string } => {
  const home = mkdtempSync(path.join(tmpdir(), 'strata-home-'))
  const projects = path.join(home, '.claude', 'projects')
  const folder = path.join(projects, '-project-tides')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${sessionId}.jsonl`)
  writeFileSync(
    file,
    human(0, 'Read the tide table') + agent(1, 'High water is at noon.') + human(2, 'And tomorrow?') + agent(3, 'At one.'),
  )
  return { home, projects, file }
}

const watchSwitch = (page: Page) => page.getByRole('switch', { name: 'Watch this folder' })

test('after an import the folder is watched, and an appended line appears in the open window', async () => {
  const { home, projects, file } = homeWithSession()
  const strata = await launchStrata({ home })
  const { page } = strata
  await expect(watchSwitch(page)).not.toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'and keep watching' })).toBeChecked()
  await page.getByRole('button', { name: /^Import all/ }).click()
  await expect(watchSwitch(page)).toBeChecked()
  await expect(page.getByRole('region', { name: projects })).toContainText('Watching 1 file')
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  const sessions = page.getByRole('grid', { name: 'Sessions' })
  await expect(sessions.getByRole('row', { name: /Read the tide table/ })).toContainText('waiting')

  appendFileSync(file, human(4, 'And at night?'))
  await expect(sessions.getByRole('row', { name: /Read the tide table/ })).toContainText('running')
  await sessions.getByRole('row', { name: /Read the tide table/ }).dblclick()
  await page
    .getByRole('radio', { name: 'Commits' })
    .or(page.getByRole('button', { name: 'Commits' }))
    .first()
    .click()
  await expect(page.getByRole('row', { name: /And at night/ })).toBeVisible()

  appendFileSync(file, agent(5, 'At two.') + human(6, 'What of the moon?'))
  await expect(page.getByRole('row', { name: /What of the moon/ })).toBeVisible()
  expect(strata.pageErrors).toEqual([])
  await strata.close()
  rmSync(home, { recursive: true, force: true })
})

test('the sources show that a watched folder is missing and when it has returned; watching can be turned off', async () => {
  const { home, projects, file } = homeWithSession()
  const strata = await launchStrata({ home })
  const { page } = strata
  const root = page.getByRole('region', { name: projects })
  await watchSwitch(page).check()
  await expect(root).toContainText('Watching 1 file')
  await expect(page.getByRole('button', { name: 'Watching 1 folder' })).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Imported files' })).toContainText(path.basename(file))
  rmSync(projects, { recursive: true })
  await expect(root).toContainText('Waiting for the folder: the folder does not exist')
  await expect(page.getByRole('button', { name: 'Watching 1 folder, 1 with problems' })).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Imported files' })).toContainText('gone')
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, human(0, 'Back again'))
  await expect(root).toContainText('Watching 1 file')
  await watchSwitch(page).uncheck()
  await expect(root).toContainText('Run an import to read new lines')
  expect(strata.pageErrors).toEqual([])
  await strata.close()
  rmSync(home, { recursive: true, force: true })
})

test('a running session is read at its end, which the reader follows until a person scrolls back', async () => {
  const { home, file } = homeWithSession()
  for (let number = 4; number < 40; number += 2)
    appendFileSync(file, human(number, `Question ${number}`) + agent(number + 1, `Answer ${number + 1}. `.repeat(60)))
  appendFileSync(file, human(40, 'The last question so far'))
  const strata = await launchStrata({ home })
  const { page } = strata
  await page.getByRole('button', { name: /^Import all/ }).click()
  await expect(page.getByRole('button', { name: 'Watching 1 folder' })).toBeVisible()
  await page.evaluate((id) => {
    window.location.hash = `/session/${id}`
  }, sessionId)
  const conversation = page.getByRole('region', { name: 'Conversation' })
  await expect(conversation.getByText('The last question so far')).toBeInViewport()
  appendFileSync(file, agent(41, 'An answer that came later.'))
  await expect(conversation.getByText('An answer that came later.')).toBeInViewport()
  await conversation.hover()
  await page.mouse.wheel(0, -1500)
  await expect(conversation.getByText('An answer that came later.')).not.toBeInViewport()
  const top = (): Promise<number> => conversation.evaluate((element) => element.scrollTop)
  await page.waitForTimeout(500)
  const before = await top()
  appendFileSync(file, human(42, 'What came after scrolling back'))
  await expect(page.getByRole('navigation', { name: 'Outline' })).toContainText('What came after scrolling back')
  expect(Math.abs((await top()) - before)).toBeLessThan(4)
  await page.keyboard.press('Shift+G')
  await expect(conversation.getByText('What came after scrolling back')).toBeInViewport()
  appendFileSync(file, agent(43, 'And the very last answer.'))
  await expect(conversation.getByText('And the very last answer.')).toBeInViewport()
  expect(strata.pageErrors).toEqual([])
  await strata.close()
  rmSync(home, { recursive: true, force: true })
})
