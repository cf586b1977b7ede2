/** What can be done with a commit: the menu, and every verb in it, by mouse and by key. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { ask } from './support/ask.ts'
import type { RunningStrata } from './support/launch-strata.ts'
import { launchWithSamples } from './support/sample-home.ts'
import type { SessionsPage } from '../../app/contract/views.ts'

let strata: RunningStrata
let page: Page
let folder: string

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'strata-saved-'))
  strata = await launchWithSamples({ size: { width: 1280, height: 800 } })
  page = strata.page
})
test.afterAll(async () => {
  await strata.close()
  rmSync(folder, { recursive: true, force: true })
})
test.afterEach(() => {
  expect(strata.pageErrors).toEqual([])
})

const goTo = (address: string): Promise<void> =>
  page.evaluate((hash) => {
    window.location.hash = hash
  }, address)

const here = (): Promise<string> => page.evaluate(() => window.location.hash)

const sessionId = async (title: string): Promise<string> => {
  const answer = await ask(page, 'sessions.list', { text: title })
  if (!answer.ok) throw new Error(answer.failure.message)
  return (answer.value as SessionsPage).rows[0]?.sessionId ?? ''
}

const clipboard = (): Promise<string> => strata.app.evaluate(({ clipboard: board }) => board.readText())

/** The chain of a sample session, its tip selected and read; answers the tip's id. */
const openChain = async (title: string): Promise<string> => {
  await goTo(`/session/${await sessionId(title)}/chain`)
  await expect(page.getByRole('region', { name: 'Conversation' })).toBeVisible()
  return (await page.locator('.commit-facts button').first().textContent()) ?? ''
}

/** Whoever answers the dialog for saving: nobody is there to. */
const saveTo = (file: string | undefined): Promise<void> =>
  strata.app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: chosen === null, filePath: chosen ?? '' })
  }, file ?? null)

const menu = (): Locator => page.getByRole('menu', { name: /^Commit ctx-/ })
const dialog = (name: string): Locator => page.getByRole('dialog', { name })

test('a right click on a row of the log selects it and opens its menu; the entries carry their keys', async () => {
  await openChain('Nine of ten years')
  const row = page.getByRole('row', { name: /Go on with the explanation/ })
  await row.click({ button: 'right' })
  await expect(menu()).toBeVisible()
  await expect(row).toHaveAttribute('aria-selected', 'true')
  await expect(menu().getByRole('menuitem', { name: /^Copy id/ })).toContainText('Y')
  await menu()
    .getByRole('menuitem', { name: /^Copy id/ })
    .click()
  await expect.poll(clipboard).toMatch(/^ctx-[0-9a-f]{8}$/)
  await expect(menu()).toBeHidden()
})

test('the key m opens the menu, Escape closes it, and the focus is where it was', async () => {
  await openChain('Nine of ten years')
  const log = page.getByRole('grid', { name: 'Commits' })
  await log.focus()
  await page.keyboard.press('m')
  await expect(menu()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu()).toBeHidden()
  await expect(log).toBeFocused()
  await page.keyboard.press('m')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('s')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: /^Timeline of/ })).toBeVisible()
})

test('the reader has the same menu, and the menu bar does what it says', async () => {
  const commit = await openChain('Nine of ten years')
  await page.getByRole('button', { name: 'Everything that can be done with this commit' }).click()
  await expect(menu().getByRole('menuitem', { name: /^Materialise…/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await strata.app.evaluate(({ Menu }) => {
    Menu.getApplicationMenu()?.getMenuItemById('commit.link')?.click()
  })
  await expect.poll(clipboard).toContain(`commit=${commit}`)
})

test('materialise says what the conversation is made of, reads it, and saves it where the person says', async () => {
  const commit = await openChain('Nine of ten years')
  const log = page.getByRole('grid', { name: 'Commits' })
  await log.focus()
  await page.keyboard.press('Shift+M')
  const form = dialog('Materialise')
  await expect(form).toContainText('as it is stored')
  await expect(form).toContainText('Nothing is lost.')
  await form.getByRole('radio', { name: /^The root/ }).check()
  await expect(form.getByRole('group', { name: 'The same in a terminal' })).toContainText(`strata materialize ${commit} --stop root`)
  const file = path.join(folder, 'whole.jsonl')
  await saveTo(file)
  await form.getByRole('button', { name: 'Save to a file…' }).click()
  await expect(page.getByRole('status').filter({ hasText: file })).toBeVisible()
  expect(readFileSync(file, 'utf8')).toContain('tomatoes')
  await form.getByRole('combobox').selectOption('events-v1')
  await expect(form).toContainText('translated field by field')
  await form.getByRole('button', { name: 'Read it' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`What an agent sees at ${commit}`)
  await expect(page.getByRole('article', { name: 'Human' }).first()).toBeVisible()
  expect(await here()).toContain('stop=root&format=events-v1')
  await page.keyboard.press('v')
  await page.keyboard.press('v')
  await expect(page.getByRole('region', { name: 'Raw records' })).toContainText('00000000')
  await page.getByRole('button', { name: 'The commit' }).click()
  await expect(log).toBeVisible()
})

test('a stop that is no ancestor is refused in words, and nothing is saved when the person does not say where', async () => {
  await openChain('Nine of ten years')
  await page.keyboard.press('Shift+M')
  const form = dialog('Materialise')
  await form.getByRole('radio', { name: /^An ancestor/ }).check()
  await page.keyboard.type('ctx-00000000')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('alert')).toContainText('stop target ctx-00000000 not found')
  await form.getByRole('radio', { name: /^The nearest/ }).check()
  await saveTo(undefined)
  await form.getByRole('button', { name: 'Save to a file…' }).click()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
})

test('a fork is named as typed, stands in the log at once, and says the next commands', async () => {
  const commit = await openChain('Nine of ten years')
  await page.keyboard.press('Shift+F')
  const form = dialog('Fork')
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('warm..spring')
  await expect(form.getByRole('status')).toHaveText('That is no name: it holds ..')
  await expect(form.getByRole('button', { name: 'Fork' })).toBeDisabled()
  await form.getByRole('textbox', { name: 'Name' }).fill('warm-spring')
  await expect(form).toContainText(`fork/warm-spring will stand at ${commit}`)
  await page.keyboard.press('Enter')
  await expect(form.getByRole('status')).toHaveText(`fork/warm-spring stands at ${commit}.`)
  await form.getByRole('button', { name: 'Copy the command: Go on in Claude Code' }).click()
  await expect.poll(clipboard).toBe('strata export fork/warm-spring --for claude-code --install')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { selected: true })).toContainText('fork warm-spring')
})

test('a name that stands elsewhere is moved only when that is asked for', async () => {
  await openChain('Nine of ten years')
  await page.keyboard.press(']')
  await expect(page.locator('.commit-summary')).toHaveText(/^Go on with the explanation/)
  await page.keyboard.press('Shift+F')
  const form = dialog('Fork')
  await page.keyboard.type('warm-spring')
  await expect(form.getByRole('button', { name: 'Fork' })).toBeDisabled()
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: 'Fork' }).click()
  await expect(form.getByRole('status')).toContainText('fork/warm-spring stands at')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /Go on with the explanation/ })).toContainText('fork warm-spring')
})

test('a summary is written in place, kept with Enter, left with Escape, and the rule’s own comes back', async () => {
  await openChain('Nine of ten years')
  const summary = page.locator('.commit-summary')
  const byRule = (await summary.textContent()) ?? ''
  await page.getByRole('grid', { name: 'Commits' }).focus()
  await page.keyboard.press('F2')
  const field = page.getByRole('textbox', { name: 'Summary' })
  await expect(field).toBeFocused()
  await page.keyboard.type('thrown away')
  await page.keyboard.press('Escape')
  await expect(summary).toHaveText(byRule)
  await expect(page.getByRole('grid', { name: 'Commits' })).toBeFocused()
  await page.keyboard.press('Shift+S')
  await expect(field).toHaveValue(byRule)
  await page.keyboard.type('The tomatoes are safe')
  await page.keyboard.press('Enter')
  await expect(summary).toHaveText('The tomatoes are safe')
  await expect(page.getByRole('row', { selected: true })).toContainText('The tomatoes are safe')
  await page.keyboard.press('Shift+S')
  await expect(page.getByRole('region', { name: 'Earlier summaries' })).toContainText('The tomatoes are safe')
  await page.getByRole('button', { name: 'Back to the rule’s own' }).click()
  await expect(summary).toHaveText(byRule)
})

test('a tag and a pin are set, listed, gone to, taken away and given back', async () => {
  const commit = await openChain('Audit trail for bookings')
  await page.keyboard.press('Shift+L')
  await page.keyboard.type('audited/first')
  await page.keyboard.press('Enter')
  await expect(dialog('Tag').getByRole('status')).toHaveText(`tag/audited/first stands for ${commit}.`)
  await page.keyboard.press('Enter')
  await expect(dialog('Tag')).toBeHidden()
  await page.keyboard.press('Shift+P')
  await expect(page.getByRole('row', { selected: true }).getByLabel('pinned')).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  const names = page.getByRole('grid', { name: 'Names and pins' })
  await expect(names).toHaveAttribute('aria-rowcount', '4')
  await names.getByText('audited/first').click()
  await expect(page.locator('.commit-facts')).toContainText(commit)
  await page.keyboard.press('Delete')
  await expect(names).toHaveAttribute('aria-rowcount', '3')
  await expect(page.getByRole('status').filter({ hasText: 'tag/audited/first is gone' })).toBeVisible()
  await page.keyboard.press('u')
  await expect(names).toHaveAttribute('aria-rowcount', '4')
  await names.getByText('pin', { exact: true }).dblclick()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit trail for bookings')
  await expect(page.locator('.commit-facts')).toContainText(commit)
  await page.keyboard.press('Shift+P')
  await expect(page.getByRole('row', { selected: true }).getByLabel('pinned')).toBeHidden()
})

test('two commits are compared: the first waits in the log, the second opens what each knows alone', async () => {
  await openChain('Nine of ten years')
  await page.keyboard.press('Shift+C')
  await dialog('Compare with').getByRole('button', { name: 'Choose it in the log' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'is to be compared' })).toBeVisible()
  await page.getByRole('row', { name: /agent side-2c6/ }).click()
  await page.keyboard.press('Shift+C')
  const comparison = page.getByRole('region', { name: 'Comparison' })
  await expect(comparison.getByText(/in common, up to/)).toBeVisible()
  await expect(comparison.getByRole('region', { name: /^Only in/ }).first()).toContainText('Perfect. My tomatoes thank you.')
  await page.keyboard.press('x')
  await expect(comparison.getByRole('region', { name: /^Only in/ }).last()).toContainText('Perfect. My tomatoes thank you.')
  await comparison
    .getByRole('button', { name: /^Go on with/ })
    .first()
    .click()
  await expect(page.locator('.commit-summary')).toHaveText(/^Go on with the explanation/)
})

test('an export to a file goes where the person says, and the result says what is in it', async () => {
  const commit = await openChain('Nine of ten years')
  await page.keyboard.press('Shift+E')
  const form = dialog('Export')
  await form.getByRole('combobox', { name: 'Export as' }).selectOption('markdown')
  const file = path.join(folder, 'frost.md')
  await saveTo(file)
  await form.getByRole('button', { name: 'Save to a file…' }).click()
  await expect(form.getByRole('region', { name: 'Exported' })).toContainText(file)
  expect(readFileSync(file, 'utf8')).toContain('tomatoes')
  const refused = await ask(page, 'export.make', { commitId: commit, target: 'markdown', to: path.join(folder, 'other.md') })
  expect(refused).toMatchObject({ ok: false, failure: { code: 'path-refused' } })
  await page.keyboard.press('Escape')
})

test('an installed export is a session of its own, a fork records it, and the command to resume it is there to copy', async () => {
  const commit = await openChain('Nine of ten years')
  await page.keyboard.press('Shift+E')
  const form = dialog('Export')
  await form.getByRole('textbox', { name: 'Working directory of the session' }).fill(folder)
  await form.getByRole('button', { name: 'Install' }).click()
  await expect(form.getByRole('region', { name: 'Exported' })).toContainText('fork/')
  await form.getByRole('button', { name: 'Copy the command: Go on with it' }).click()
  await expect.poll(clipboard).toContain('claude --resume')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: new RegExp(commit) })).toContainText('fork export')
})
