/** The screen Reasoning: what was decided, by session, file and dependency, and what the history says about a question. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Locator } from '@playwright/test'
import { conversation } from '../support/conversation.ts'
import { writeConversation } from '../support/write-conversation.ts'
import { importTranscripts } from './support/ask.ts'
import { axeFindings } from './support/axe-findings.ts'
import { sampleWindow } from './support/sample-window.ts'

const lamp = '/p/quay/src/lamp.ts'
/** On this machine, with a change that is not committed. */
let repository = ''
const { page, goTo, here } = sampleWindow()

test.beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'strata-reasoning-'))
  const quay = { cwd: '/p/quay', gitBranch: 'main' }
  const first = conversation({ sessionId: 'first', seed: 'first', ...quay, start: '2026-03-01T09:00:00Z' })
    .human('Light the quay')
    .thinks("I'll use paraffin lamps instead of acetylene burners.")
    .writes(lamp, 'paraffin\n')
    .agent('Lit.')
  const second = conversation({ sessionId: 'second', seed: 'second', ...quay, start: '2026-03-02T09:00:00Z' })
    .human('Make the lamps brighter')
    .thinks("I'll use two wicks for each of them instead of one.")
    .writes(lamp, 'paraffin, two wicks\n')
    .agent('Brighter.')
    .human('No, use a mirror instead')
    .agent('A mirror it is.')
  const many = conversation({ sessionId: 'many', seed: 'many', cwd: '/p/many', start: '2026-01-02T09:00:00Z' })
  for (let turn = 0; turn < 150; turn += 1)
    many.human(`Turn ${turn}`).thinks(`I'll go with berth number ${turn} for the boat.`).agent('Done.')
  repository = realpathSync(mkdtempSync(join(tmpdir(), 'strata-boats-')))
  const git = (...args: readonly string[]): unknown =>
    execFileSync('git', ['-C', repository, '-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args])
  git('init', '--quiet', '--initial-branch=main')
  writeFileSync(join(repository, 'rope.ts'), 'chain\n')
  writeFileSync(join(repository, 'hull.ts'), 'wood\n')
  git('add', '.')
  git('commit', '--quiet', '-m', 'first')
  const now = new Date(Date.now() + 1000).toISOString()
  const boats = conversation({ sessionId: 'boats', seed: 'boats', cwd: repository, gitBranch: 'main', start: now })
    .human('Moor the boats')
    .thinks("I'll use hemp ropes instead of chains.")
    .writes(join(repository, 'rope.ts'), 'hemp\n')
    .agent('Moored.')
  writeFileSync(join(repository, 'rope.ts'), 'hemp\n')
  writeFileSync(join(repository, 'hull.ts'), 'steel\n')
  await importTranscripts(page(), writeConversation(folder, first, second, many, boats).projects)
  rmSync(folder, { recursive: true })
})

test.afterAll(() => rmSync(repository, { recursive: true, force: true }))

const grid = (name: string): Locator => page().getByRole('grid', { name })
const texts = (): Locator => grid('Texts').getByRole('row')
const text = (words: string): Locator => texts().filter({ hasText: words })
const total = (): Locator => page().getByRole('status', { name: 'Total' })
const pane = (): Locator => page().getByRole('region', { name: 'Text', exact: true })

test('keys lead to the list, through it, and to the passage in its conversation, and Back returns to the selected text', async () => {
  await goTo('/sessions')
  await page().keyboard.press('g')
  await page().keyboard.press('d')
  await expect(page().getByRole('link', { name: 'Reasoning' })).toHaveAttribute('aria-current', 'page')
  await expect(total()).toHaveText(/^1\d\d texts of \d+ sessions$/)
  await page().keyboard.press('/')
  await page().keyboard.type('paraffin lamps')
  await expect(total()).toHaveText('1 text of 1 session')
  await page().keyboard.press('Enter')
  await page().keyboard.press('j')
  await expect(pane()).toContainText('No line of its edits is left: line')
  await expect(pane().getByRole('link', { name: 'All texts about /p/quay/src/lamp.ts' })).toBeVisible()
  const list = await here()
  expect(list).toMatch(/text=paraffin%20lamps&event=th-/)
  await page().keyboard.press('Enter')
  await expect.poll(here).toMatch(/session\/.*conversation.*record=.*find=/)
  await expect(page().locator('.is-sought')).toContainText('paraffin lamps')
  await page().keyboard.press('Alt+ArrowLeft')
  await expect.poll(here).toBe(list)
  await expect(pane()).toContainText('acetylene')
})

test('a type is corrected with keys, marked as corrected, and undone', async () => {
  await goTo('/reasoning?text=two%20wicks')
  await expect(total()).toHaveText('1 text of 1 session')
  await text('two wicks').click()
  const choice = pane().getByRole('combobox', { name: 'Type' })
  await expect(choice).toBeVisible()
  await page().keyboard.press('c')
  await expect(choice).toBeFocused()
  await choice.selectOption('tradeoff')
  await choice.press('Enter')
  await expect(pane().getByText('corrected', { exact: true })).toBeVisible()
  await expect(text('two wicks')).toContainText('trade-off *')
  expect(await axeFindings(page())).toEqual([])
  await pane().getByRole('button', { name: 'Undo' }).click()
  await expect(text('two wicks')).toContainText('decision')
  await expect(pane().getByText('corrected', { exact: true })).toHaveCount(0)
})

test('a status names the record that shows it, which opens in its conversation', async () => {
  await goTo('/reasoning?status=contradicted')
  await expect(total()).toHaveText('1 text of 1 session')
  await text('two wicks').click()
  await expect(pane()).toContainText('The person rejected it next, or refused an edit of it: line')
  await pane()
    .getByRole('link', { name: /shows it$/ })
    .click()
  await expect.poll(here).toContain('record=')
  await expect(page().getByText('No, use a mirror instead').first()).toBeInViewport()
})

test('filters of type and status are in the address, and what matches nothing says so and leads back', async () => {
  await goTo('/reasoning')
  await page().getByRole('combobox', { name: 'Type' }).selectOption('rejection')
  await page().getByRole('combobox', { name: 'Status' }).selectOption('stale')
  await expect.poll(here).toBe('#/reasoning?type=rejection&status=stale')
  await expect(page().getByRole('heading', { name: 'No matches' })).toBeVisible()
  await page().getByRole('button', { name: 'Show all texts' }).click()
  await expect.poll(here).toBe('#/reasoning')
})

test('sessions and files are listed with their texts, and Enter shows one alone', async () => {
  await goTo('/reasoning')
  await page().getByRole('radio', { name: 'By session' }).click()
  await expect(grid('Sessions')).toBeVisible()
  await page().keyboard.press('/')
  await page().keyboard.type('brighter')
  await expect(grid('Sessions').getByRole('row')).toHaveCount(2)
  await page().keyboard.press('Enter')
  await page().keyboard.press('j')
  await expect(text('two wicks')).toBeVisible()
  await page().keyboard.press('Enter')
  await expect.poll(here).toBe('#/reasoning?session=second')
  await page()
    .getByRole('button', { name: /^in Make the lamps brighter/ })
    .click()
  await expect.poll(here).toBe('#/reasoning')
  await page().getByRole('radio', { name: 'By file' }).click()
  await grid('Files').getByRole('row').filter({ hasText: 'lamp.ts' }).click()
  await expect(text('wicks')).toBeVisible()
  await expect(text('paraffin')).toBeVisible()
})

test('the dependencies of a decision are drawn and listed, by keys too', async () => {
  await goTo('/reasoning/graph?text=two%20wicks')
  await text('two wicks').click()
  const around = page().getByRole('region', { name: 'Dependencies' })
  const drawn = around.getByRole('list', { name: 'Dependencies in the order of time' })
  await expect(drawn.getByRole('button').first()).toContainText('paraffin')
  await drawn.getByRole('button', { name: 'two wicks' }).focus()
  await page().keyboard.press('ArrowUp')
  await expect(drawn.getByRole('button', { name: /Builds on: .*paraffin|paraffin.*Builds on/ })).toBeFocused()
  await page().keyboard.press('Enter')
  await expect(drawn.locator('[aria-current]')).toContainText('paraffin')
  await expect(drawn.locator('[aria-current]')).toBeFocused()
  await page().keyboard.press('Alt+ArrowLeft')
  await expect(drawn.locator('[aria-current]')).toContainText('two wicks')
  await around.getByRole('radio', { name: 'List' }).click()
  await expect(around.getByRole('region', { name: 'Builds on' }).getByRole('button', { name: /paraffin/ })).toBeVisible()
  await expect.poll(here).toContain('links=list')
  await around.getByRole('button', { name: /paraffin/ }).click()
  await expect(around.getByRole('region', { name: 'Built on it' }).getByRole('button', { name: /two wicks/ })).toBeVisible()
  await page().keyboard.press('Alt+ArrowLeft')
  await expect(around.getByRole('region', { name: 'Builds on' })).toBeVisible()
})

test('the palette asks the history, and the answer says why each item is in it and what an agent would be given', async () => {
  await goTo('/sessions')
  await page().keyboard.press('Control+K')
  await page().keyboard.type('paraffin lamps or acetylene burners?')
  await page()
    .getByRole('option', { name: /^Ask the history/ })
    .click()
  const answer = page().getByRole('region', { name: 'Answer' })
  await answer.getByRole('button', { name: 'Ask all sessions' }).click()
  await expect(answer.getByRole('status')).toHaveText(/^\d items?, about \d+ of at most 2,000 tokens$/, { timeout: 30_000 })
  await expect(answer.getByRole('article').first()).toContainText("I'll use paraffin lamps instead of acetylene burners.")
  await expect(answer.getByRole('article').first()).toContainText('Why: words of the question: ')
  await answer.getByRole('radio', { name: 'As given' }).click()
  await expect(answer.locator('pre')).toContainText('- decision (stale), ')
  await expect.poll(here).toMatch(/reasoning\/ask\?.*question=paraffin.*answer=text/)
  await page().keyboard.press('/')
  await page().keyboard.type('How do I bake sourdough bread with rye?')
  await page().keyboard.press('Enter')
  await expect(answer).toContainText('Nothing fits, so nothing would be given.', { timeout: 30_000 })
  await expect(answer.getByRole('status')).toHaveText('nothing')
})

test('asking without a question shows the sessions behind the uncommitted change of a repository, and asks about their files', async () => {
  await page().keyboard.press('Escape')
  await page().evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  await page().keyboard.press('g')
  await page().keyboard.press('h')
  await expect.poll(here).toBe('#/reasoning/ask')
  const change = page().getByRole('region', { name: 'Uncommitted change' })
  await expect(change).toContainText('2 files changed in')
  await expect(change).toContainText('branch main, of which sessions changed 1 file after the last commit.')
  await expect(change.getByRole('link', { name: 'Moor the boats', exact: true })).toBeVisible()
  await change.getByRole('button', { name: 'Ask about these files' }).click()
  const answer = page().getByRole('region', { name: 'Answer' })
  await expect(answer.getByRole('article').first()).toContainText("I'll use hemp ropes instead of chains.", { timeout: 30_000 })
  await expect(answer.getByRole('article').first()).toContainText('a file of the question')
  await expect(answer.getByRole('heading', { level: 2 })).toHaveText(`What an agent would be given in ${repository}`)
  await expect.poll(here).toContain(`folder=${encodeURIComponent(repository)}`)
  await page().getByRole('combobox', { name: 'Repository' }).selectOption('/p/quay')
  await expect(page().getByRole('region', { name: 'Uncommitted change' })).toContainText('n/a: Git was not asked about /p/quay')
})

test('beside blame, a line says what was decided before it was written', async () => {
  await goTo(`/files?path=${encodeURIComponent(lamp)}&face=blame`)
  const blame = grid('Blame')
  await blame.getByRole('row').filter({ hasText: 'two wicks' }).click()
  await page().keyboard.press('y')
  const why = page().getByRole('region', { name: 'Why' })
  await expect(why.getByRole('listitem').filter({ hasText: "I'll use two wicks for each of them instead of one." })).toContainText(
    'contradicted',
  )
  expect(await axeFindings(page())).toEqual([])
  await why.getByRole('link', { name: /two wicks/ }).click()
  await expect.poll(here).toMatch(/session\/second\/conversation.*record=/)
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing to object to in any part of the screen (${colorScheme})`, async () => {
    await page().emulateMedia({ colorScheme })
    const found: Record<string, unknown> = {}
    for (const address of [
      '/reasoning',
      '/reasoning/sessions',
      '/reasoning/files',
      '/reasoning/graph?text=two%20wicks',
      '/reasoning/ask?question=paraffin%20lamps%20or%20acetylene%20burners',
      '/reasoning/ask?question=sourdough%20bread',
    ]) {
      await goTo(address)
      if (address.includes('/ask')) await expect(page().getByRole('region', { name: 'Answer' })).toBeVisible({ timeout: 30_000 })
      else {
        await expect(page().getByRole('grid').first()).toBeVisible()
        await page().keyboard.press('j')
        await expect.poll(here).toMatch(/(?:event|session|file)=/)
      }
      await expect(page().locator('[aria-busy="true"]')).toHaveCount(0)
      const findings = await axeFindings(page())
      if (findings.length > 0) found[address] = findings
    }
    expect(found).toEqual({})
  })
