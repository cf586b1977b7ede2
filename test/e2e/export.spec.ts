/** The export dialog: what goes in against a budget, where it goes, progress, and the next command. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { conversation } from '../support/conversation.ts'
import { ask } from './support/ask.ts'
import { axeFindings } from './support/axe-findings.ts'
import { sampleWindow } from './support/sample-window.ts'

const opened = sampleWindow()
const { clipboard, dialog, openChain, saveTo } = opened
let page: Page
let folder: string

test.beforeAll(() => {
  page = opened.page()
  folder = mkdtempSync(path.join(tmpdir(), 'strata-saved-'))
})
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

test('the bar shows included, summarized and excluded commits, and the budget is respected', async () => {
  await openChain('Boards that survive a network failure')
  await page.keyboard.press('Shift+E')
  const form = dialog('Export')
  const bar = form.getByRole('img', { name: /^In tokens/ })
  await expect(bar).toHaveAccessibleName(/Compacted [1-9]/)
  await form.getByRole('radio', { name: /^Root/ }).check()
  await expect(bar).toHaveAccessibleName(/Compacted 0/)
  const budget = form.getByRole('combobox', { name: 'Token budget' })
  await budget.fill('many')
  await expect(form).toContainText('Enter a number of tokens, for example 200,000 or 200k.')
  await budget.fill('20k')
  await expect(form.getByText(/tokens over the budget/)).toBeVisible()
  await form.getByRole('button', { name: /^Start at ctx-/ }).click()
  await expect(form.getByRole('radio', { name: /^Ancestor/ })).toBeChecked()
  await expect(form.getByText(/tokens over the budget/)).toBeHidden()
  await expect(bar).toHaveAccessibleName(/Excluded [1-9]/)
  await expect(form.getByRole('group', { name: 'Run in a terminal' })).toContainText(/--stop ctx-.* --install/)
  await budget.fill('')
  await page.keyboard.press('Escape')
})

test('the parts of a packed export are listed, and a person pins and drops single ones by the keyboard', async () => {
  await openChain('Boards that survive a network failure')
  await page.keyboard.press('Shift+E')
  const form = dialog('Export')
  await form.getByRole('combobox', { name: 'Export format' }).selectOption('messages')
  await form.getByRole('radio', { name: /^Root/ }).check()
  await form.getByRole('combobox', { name: 'Token budget' }).fill('100k')
  const parts = form.getByRole('list', { name: 'Parts of the export' })
  const part = (name: string) =>
    parts.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Drop ${name}`, exact: true }) })
  await expect(part('turn 1')).toContainText('full')
  const drop = part('turn 1').getByRole('button', { name: 'Drop turn 1' })
  await drop.press('Enter')
  await expect(part('turn 1')).toContainText('excluded')
  await expect(part('turn 1')).toContainText('a person excluded it')
  await expect(drop).toHaveAttribute('aria-pressed', 'true')
  await expect(drop).toBeFocused()
  await part('turn 2').getByRole('button', { name: 'Pin turn 2' }).press('Space')
  await expect(part('turn 2')).toContainText('by a person')
  await expect(form.getByRole('group', { name: 'Run in a terminal' })).toContainText(/--budget 100000 --pin 'turn 2' --drop 'turn 1'/)
  expect(await axeFindings(page)).toEqual([])
  const file = path.join(folder, 'packed.json')
  await saveTo(file)
  await form.getByRole('button', { name: 'Save to a file…' }).click()
  await expect(form.getByRole('region', { name: 'Exported' })).toContainText(file)
  await expect(form.getByRole('region', { name: 'Exported' })).toContainText('1 excluded')
  await form.getByRole('button', { name: 'Undo 2 choices' }).click()
  await expect(part('turn 1')).toContainText('full')
  await form.getByRole('combobox', { name: 'Token budget' }).fill('')
  await expect(parts).toHaveCount(0)
  await page.keyboard.press('Escape')
})

test('a commit is forked and resumed in one action, which ends in the command of the client', async () => {
  await openChain('Nine of ten years')
  await page.keyboard.press('Shift+R')
  const form = dialog('Fork and resume')
  await expect(form.getByRole('combobox', { name: 'Export format' })).toHaveCount(0)
  const work = path.join(folder, 'work')
  mkdirSync(work)
  await form.getByRole('textbox', { name: 'Working directory of the session' }).fill(work)
  await form.getByRole('button', { name: 'Fork and resume', exact: true }).click()
  const next = form.getByRole('group', { name: 'Continue the session' })
  await expect(next).toContainText(/claude --resume [0-9a-f-]{36}/)
  await form.getByRole('button', { name: 'Copy command: Continue the session' }).click()
  await expect.poll(clipboard).toMatch(/^cd '?.*work'? && claude --resume [0-9a-f-]{36}$/)
  await page.keyboard.press('Escape')
})

test('a portable bundle of a commit is written to the chosen place, with the command that imports it', async () => {
  const commit = await openChain('Nine of ten years')
  await page.keyboard.press('Shift+E')
  const form = dialog('Export')
  await form.getByRole('combobox', { name: 'Export format' }).selectOption('bundle')
  await expect(form.getByRole('group', { name: 'Run in a terminal' })).toContainText(`strata bundle create ${commit}.bundle ${commit}`)
  const file = path.join(folder, 'frost.bundle')
  await saveTo(file)
  await form.getByRole('button', { name: 'Save to a file…' }).click()
  await expect(form.getByRole('region', { name: 'Exported' })).toContainText(file)
  await form.getByRole('button', { name: 'Copy command: Import elsewhere' }).click()
  await expect.poll(clipboard).toBe(`strata bundle import ${file}`)
  expect(await ask(page, 'bundle.show', { path: file })).toMatchObject({ ok: true, value: { missing: [] } })
  // Whoever chooses a file that is there was asked by the system whether to replace it.
  writeFileSync(file, 'older')
  await form.getByRole('button', { name: 'Save to a file…' }).click()
  await expect(form.getByRole('region', { name: 'Exported' })).toContainText(file)
  await expect.poll(async () => ask(page, 'bundle.show', { path: file })).toMatchObject({ ok: true, value: { missing: [] } })
  await page.keyboard.press('Escape')
})

/** A session so long that rebuilding it can be watched. */
const longSession = (): string => {
  const told = conversation({ seed: 'long' }).human('Count slowly')
  const page = 'All work and no play. '.repeat(4000)
  for (let turn = 0; turn < 500; turn += 1) told.runs(`echo ${turn}`, `${turn} ${page}`).agent(`It is ${turn}.`).human('And on?')
  const projects = path.join(folder, 'projects', '-project-long')
  mkdirSync(projects, { recursive: true })
  writeFileSync(path.join(projects, `${told.sessionId}.jsonl`), `${told.lines().join('\n')}\n`)
  return path.dirname(projects)
}

test('a long export shows progress, stops on request, and leaves no partial file', async () => {
  const imported = await ask(page, 'import.start', { paths: [longSession()] })
  if (imported.ok) await ask(page, 'job.wait', { jobId: (imported.value as { readonly jobId: string }).jobId })
  await openChain('Count slowly')
  await page.keyboard.press('Shift+E')
  const form = dialog('Export')
  await form.getByRole('combobox', { name: 'Export format' }).selectOption('markdown')
  await form.getByRole('radio', { name: /^Root/ }).check()
  const file = path.join(folder, 'long.md')
  await saveTo(file)
  await form.getByRole('button', { name: 'Save to a file…' }).click()
  const progress = form.getByRole('group', { name: 'Export' })
  await expect(progress).toContainText(/of [0-9]+ commits/)
  await progress.getByRole('button', { name: 'Cancel' }).click()
  await expect(form.getByRole('alert')).toContainText('cancelled')
  expect(existsSync(file)).toBe(false)
  await form.getByRole('button', { name: 'Save to a file…' }).click()
  await expect(progress).toBeVisible()
  // Whoever closes the dialog is told at the foot of the window.
  await page.keyboard.press('Escape')
  await expect(page.getByRole('contentinfo')).toContainText(/is exported to .*long\.md/)
  expect(readFileSync(file, 'utf8')).toContain('All work and no play.')
})

test('the buttons do not move while the budget and the secrets are computed', async () => {
  await openChain('Nine of ten years')
  const places = page.evaluate(async () => {
    const seen = new Set<number>()
    for (;;) {
      await new Promise(requestAnimationFrame)
      const form = document.querySelector('dialog[aria-label="Export"] form')
      const top = form?.querySelector('.form-actions')?.getBoundingClientRect().top
      if (top !== undefined) seen.add(Math.round(top))
      if (form?.textContent.includes('No secrets found') === true && form.querySelector('.budget-bar') !== null) return [...seen]
    }
  })
  await page.keyboard.press('Shift+E')
  await dialog('Export').getByRole('combobox', { name: 'Export format' }).selectOption('html')
  expect(await places).toHaveLength(1)
  await page.keyboard.press('Escape')
})

test('an export to a file is written to the chosen place, and the result lists its content', async () => {
  const commit = await openChain('Nine of ten years')
  await page.keyboard.press('Shift+E')
  const form = dialog('Export')
  await form.getByRole('combobox', { name: 'Export format' }).selectOption('markdown')
  const file = path.join(folder, 'frost.md')
  await saveTo(file)
  await form.getByRole('button', { name: 'Save to a file…' }).click()
  await expect(form.getByRole('region', { name: 'Exported' })).toContainText(file)
  expect(readFileSync(file, 'utf8')).toContain('tomatoes')
  const refused = await ask(page, 'export.make', { commitId: commit, target: 'markdown', to: path.join(folder, 'other.md') })
  expect(refused).toMatchObject({ ok: false, failure: { code: 'path-refused' } })
  await page.keyboard.press('Escape')
})

test('a policy leaves one line of older outputs, and the dialog says of how many', async () => {
  const commit = await openChain('Nine of ten years')
  await page.keyboard.press('Shift+E')
  const form = dialog('Export')
  await form.getByRole('combobox', { name: 'Export format' }).selectOption('messages')
  await form.getByRole('combobox', { name: 'Tool outputs' }).selectOption('turn')
  await expect(form).toContainText(/Reduces \d+ of \d+ outputs to one line each, about [\d,]+ fewer tokens/)
  await expect(form).toContainText(`strata export ${commit} --for messages --stop compaction --policy turn`)
  const file = path.join(folder, 'frost.json')
  await saveTo(file)
  await form.getByRole('button', { name: 'Save to a file…' }).click()
  await expect(form.getByRole('region', { name: 'Exported' })).toContainText('collapsed: outputs of tools')
  expect(readFileSync(file, 'utf8')).toContain('"content": "toolcall_ref id=toolu_')
  await form.getByRole('combobox', { name: 'Export format' }).selectOption('events-v1')
  await expect(form.getByRole('combobox', { name: 'Tool outputs' })).toHaveCount(0)
  await page.keyboard.press('Escape')
})

test('a page of HTML is one file in which no script runs and to which nothing is fetched', async () => {
  await openChain('Nine of ten years')
  await page.keyboard.press('Shift+E')
  const form = dialog('Export')
  await form.getByRole('combobox', { name: 'Export format' }).selectOption('html')
  const file = path.join(folder, 'frost.html')
  await saveTo(file)
  await form.getByRole('button', { name: 'Save to a file…' }).click()
  await expect(form.getByRole('region', { name: 'Exported' })).toContainText(file)
  const html = readFileSync(file, 'utf8')
  expect(html).toContain(`http-equiv="Content-Security-Policy" content="default-src 'none'`)
  expect(html).toContain('tomatoes')
  expect(html).not.toContain('<script')
  await page.keyboard.press('Escape')
})

test('an installed export is a separate session, a fork records it, and the command to resume it can be copied', async () => {
  const commit = await openChain('Nine of ten years')
  await page.keyboard.press('Shift+E')
  const form = dialog('Export')
  await form.getByRole('textbox', { name: 'Working directory of the session' }).fill(folder)
  await form.getByRole('button', { name: 'Install' }).click()
  await expect(form.getByRole('region', { name: 'Exported' })).toContainText('fork/')
  await form.getByRole('button', { name: 'Copy command: Continue the session' }).click()
  await expect.poll(clipboard).toContain('claude --resume')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: new RegExp(commit) })).toContainText('fork export')
})

/** A session in which a token is said, put together here so that nobody's scanner takes it for a real one. */
const careless = (token: string): string => {
  const told = conversation({ seed: 'careless' })
    .human(`Careless deployment with ${token}`)
    .runs('env', 'DB_PASSWORD=swordfish')
    .agent('Deployed.')
    .human('And now?')
    .agent('Done.')
  const projects = path.join(folder, 'careless', '-project-careless')
  mkdirSync(projects, { recursive: true })
  writeFileSync(path.join(projects, `${told.sessionId}.jsonl`), `${told.lines().join('\n')}\n`)
  return path.dirname(projects)
}

test('possible secrets are listed before the export, and are kept only on request', async () => {
  const token = ['ghp', 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zAaB3dE5'].join('_')
  const imported = await ask(page, 'import.start', { paths: [careless(token)] })
  if (imported.ok) await ask(page, 'job.wait', { jobId: (imported.value as { readonly jobId: string }).jobId })
  await openChain('Careless deployment')
  await page.keyboard.press('Shift+E')
  const form = dialog('Export')
  const redacts = form.getByRole('checkbox', { name: /^Redact possible/ })
  // A copy for the agent on this machine is exact; a file is not.
  await expect(redacts).not.toBeChecked()
  await form.getByRole('combobox', { name: 'Export format' }).selectOption('markdown')
  await expect(redacts).toBeChecked()
  const found = form.getByRole('list', { name: 'Possible secrets' })
  await expect(found).toContainText('GitHub token')
  await expect(found).toContainText('DB_PASSWORD=')
  await expect(found).not.toContainText('swordfish')
  await found.getByRole('checkbox', { name: /DB_PASSWORD/ }).uncheck()
  await expect(form.getByRole('group', { name: 'Run in a terminal' })).toContainText(/--redact --leave [0-9a-f]{16}/)
  const file = path.join(folder, 'careless.md')
  await saveTo(file)
  await form.getByRole('button', { name: 'Save to a file…' }).click()
  await expect(form.getByRole('region', { name: 'Exported' })).toContainText('1 secret redacted')
  await expect(page.getByRole('contentinfo')).not.toContainText('look like a secret')
  const page1 = readFileSync(file, 'utf8')
  expect(page1).not.toContain(token)
  expect(page1).toContain('DB_PASSWORD=swordfish')
  await page.keyboard.press('Escape')
})
