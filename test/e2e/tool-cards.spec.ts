/** The blocks of a conversation: tool cards, edits, terminal text, task lists, images, documents, notices. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { everyToolCard } from '../support/every-tool-card.ts'
import { writeConversation } from '../support/write-conversation.ts'
import { ask } from './support/ask.ts'
import { axeFindings } from './support/axe-findings.ts'
import { launchStrata, type RunningStrata } from './support/launch-strata.ts'

const talk = everyToolCard()
let strata: RunningStrata
let page: Page
let folder: string

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'strata-cards-'))
  const { projects } = writeConversation(folder, talk)
  strata = await launchStrata({ size: { width: 1280, height: 800 } })
  page = strata.page
  const job = await ask(page, 'import.start', { paths: [projects] })
  if (!job.ok) throw new Error(job.failure.message)
  await ask(page, 'job.wait', job.value)
  await page.evaluate((id) => {
    window.location.hash = `/session/${id}/chain`
  }, talk.sessionId)
})
test.afterAll(async () => {
  await strata.close()
  rmSync(folder, { recursive: true, force: true })
})
test.afterEach(() => {
  expect(strata.pageErrors).toEqual([])
})

const reader = (): Locator => page.getByRole('region', { name: 'Conversation' })

/** Only what is in view is drawn: turns pages until the place is. */
const reveal = async (place: Locator): Promise<Locator> => {
  await expect(reader()).toBeVisible()
  await reader().evaluate((element) => element.scrollTo({ top: 0 }))
  for (let turn = 0; turn < 40; turn += 1) {
    await page.waitForTimeout(120)
    if ((await place.count()) > 0) {
      await place.first().scrollIntoViewIfNeeded()
      return place.first()
    }
    await reader().evaluate((element) => element.scrollBy({ top: element.clientHeight * 0.7 }))
  }
  throw new Error(`${String(place)} is not in the conversation`)
}

const heading = (words: RegExp): Promise<Locator> => reveal(page.locator('.tool-head').filter({ hasText: words }))
const cardOf = (head: Locator): Locator => page.locator('.tool').filter({ has: head })

test('the heading of a card says the tool, the argument, how the call ended and how long it ran', async () => {
  await expect(await heading(/npm test/)).toHaveText(/Bash\s*npm test\s*Run the tests\s*≤ 2\.4 s\s*success/)
  await expect(await heading(/npm run lint/)).toHaveText(/exit code 2/)
  await expect(await heading(/npm run watch/)).toHaveText(/in background/)
  await expect(await heading(/^BashOutput/)).toHaveText(/exit code 0/)
  await expect(await heading(/rm -rf build/)).toHaveText(/refused/)
  await expect(await heading(/create_issue/)).toHaveText(/tracker · create_issue\s*title: The sum is wrong\s*1\.2 s\s*success/)
})

test('a path in a heading is shown from the working folder, and the name of its file is never cut', async () => {
  const head = await heading(/^Read.*sum\.ts/)
  await expect(head).not.toContainText('/home/ana')
  const name = head.locator('.path-name')
  await expect(name).toHaveText('sum.ts')
  expect(await name.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
})

test('a card opens and closes by mouse and by keyboard', async () => {
  const head = await heading(/npm test/)
  await head.click()
  await expect(head).toHaveAttribute('aria-expanded', 'true')
  await head.press('Enter')
  await expect(head).toHaveAttribute('aria-expanded', 'false')
})

test('terminal text has its colours, and what it wrote over is gone', async () => {
  const head = await heading(/npm test/)
  await head.click()
  const output = cardOf(head).locator('.tool-result pre')
  await expect(output.locator('.ansi-fg-green')).toHaveText('ok')
  await expect(output).toHaveText('ok parser\n100%ress 20%\nac')
  await head.click()
})

test('an error that the client writes is shown without its element, and nothing of it is cut', async () => {
  const head = await heading(/nope\.txt/)
  await expect(head).toHaveText(/failed/)
  await expect(cardOf(head).locator('.tool-result')).toHaveText('File does not exist.')
})

test('a long result says how much is cut and shows the whole on demand', async () => {
  const head = await heading(/^Grep/)
  await head.click()
  await cardOf(head)
    .getByRole('button', { name: /^Show [\d,]+ more lines$/ })
    .click()
  const whole = cardOf(head).getByRole('button', { name: /^Show the whole text \([\d,]+ of [\d,]+ characters are cut\)$/ })
  await whole.click()
  await expect(cardOf(head).getByRole('region', { name: 'Whole text' })).toContainText('line 900 of the long output')
  await cardOf(head).getByRole('button', { name: 'Hide the whole text' }).click()
  await cardOf(head).getByRole('button', { name: 'Fold' }).click()
  await head.click()
})

test('an edit has syntax colours, marked words and figures, in one column or side by side', async () => {
  const head = await heading(/^Edit.*sum\.ts/)
  await expect(head).toHaveText(/\+1\s*−1/)
  const lines = cardOf(head).locator('.diff-lines')
  await expect(lines.locator('.hljs-keyword').first()).toHaveText('export')
  await expect(lines.locator('.is-delete .diff-word')).toHaveText('total')
  await expect(lines.locator('.is-add .diff-word')).toHaveText('sum')
  await lines.focus()
  await expect(lines).toBeFocused()
  await page.keyboard.press('d')
  await expect(lines).toHaveClass(/is-beside/)
  const row = lines.getByRole('row').filter({ hasText: 'let sum' })
  await expect(row.getByRole('cell')).toHaveText([/let total = 0/, /let sum = 0/])
  await cardOf(head).getByRole('button', { name: 'Show edits in one column' }).click()
  await expect(lines).not.toHaveClass(/is-beside/)
  await expect(lines).toHaveClass(/is-wrapped/)
  await page.keyboard.press('Shift+W')
  await expect(lines).not.toHaveClass(/is-wrapped/)
  await cardOf(head).getByRole('button', { name: 'Wrap long lines' }).click()
  await expect(lines).toHaveClass(/is-wrapped/)
})

test('an edit without a recorded patch, a new file and a cell of a notebook are edits too', async () => {
  const other = await heading(/other\.ts/)
  await expect(cardOf(other).locator('.diff-line')).toHaveText([/const a = 1/, /−const b = 2/, /\+const b = 3/])
  await expect(await heading(/new-file\.ts/)).toHaveText(/new file \+1\s*−0/)
  const cell = await heading(/^NotebookEdit/)
  await expect(cardOf(cell).locator('.diff-line.is-delete')).toContainText('total = 1')
})

test('a task list is a check list that marks what changed', async () => {
  const list = await reveal(page.getByRole('list', { name: 'Tasks' }))
  await expect(list.getByRole('listitem')).toHaveText([
    /Read the parser\s*done/,
    /Fix the fault\s*started/,
    /Write a test\s*new/,
    /Old idea\s*removed/,
  ])
  await expect(list.getByRole('listitem').first().getByLabel('done')).toBeVisible()
})

test('a question shows the answer, and a plan is read as text', async () => {
  const question = await reveal(page.getByRole('region', { name: 'Which parser?' }))
  await expect(question.locator('.is-chosen')).toContainText('A new one')
  const plan = await heading(/^ExitPlanMode/)
  await expect(plan).toHaveText(/Plan: a new parser.*approved/)
  await plan.click()
  await expect(cardOf(plan).getByRole('heading', { name: 'Plan: a new parser' })).toBeVisible()
  await plan.click()
})

test('an image enlarges with Enter and with a click, and Escape closes it', async () => {
  const button = await reveal(page.getByRole('button', { name: /^Enlarge: PNG image from .*board\.png$/ }))
  await button.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^PNG image from .*board\.png$/ })
  await expect(dialog.getByRole('img')).toBeVisible()
  await expect(dialog).toContainText(/64 × 40, [\d.]+ kB/)
  expect((await dialog.getByRole('img').boundingBox())?.width).toBeGreaterThan(300)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
})

test('a PDF has its name, pages and size, a document of text its first page', async () => {
  const pdf = await reveal(page.getByRole('group', { name: /^Document: .*manual\.pdf$/ }))
  await expect(pdf).toContainText(/manual\.pdf\s*PDF, 2 pages, 4\.10 kB/)
  const text = await reveal(page.getByRole('group', { name: 'Document: notes.txt' }))
  await expect(text).toContainText('Page one')
  await expect(text).not.toContainText('Page two')
})

test('a notebook shows its cells with their kind, colours and outputs', async () => {
  const head = await heading(/^Read.*plots\.ipynb/)
  await head.click()
  const cells = cardOf(head).getByRole('list', { name: 'Cells of the notebook' })
  await expect(cells.locator('.notebook-head')).toHaveText(['markdown cell m1', 'code cell c1, run 3'])
  await expect(cells.locator('.hljs-keyword').first()).toHaveText('import')
  await expect(cells.getByText('3.14159')).toBeVisible()
  await expect(cells.getByRole('button', { name: /^Enlarge/ })).toBeVisible()
  await head.click()
})

test('thinking is folded with its first line, and redacted thinking is named as such', async () => {
  const thinking = await reveal(page.locator('button.thinking-head'))
  await expect(thinking).toHaveText(/Thinking\s*First look at the parser\. …/)
  await thinking.press('Enter')
  await expect(page.locator('.thinking-text')).toContainText('Then fix it.')
  await thinking.press('Enter')
  await expect(page.getByText('Redacted thinking: encrypted by the API, not readable')).toBeVisible()
})

test('what the client attached is folded, with its kind and its first line', async () => {
  const hook = await reveal(page.locator('.attached-head').filter({ hasText: 'Hook output' }))
  await expect(hook).toHaveText(/Hook output\s*SessionStart:startup\s*Hook says hello/)
  await hook.press('Enter')
  await expect(hook).toHaveAttribute('aria-expanded', 'true')
  await hook.click()
  await expect(page.locator('.attached-kind')).toHaveText(['File named in the prompt', 'Hook output', 'Diagnostics'])
})

test('injected text has its class, the rule on focus, and a link to the ledger', async () => {
  const mark = await reveal(page.locator('.entry.is-injected .entry-rule'))
  await expect(mark).toHaveText('meta')
  await mark.focus()
  await expect(page.locator('.tip')).toContainText(/Rule user\/.*: .+/)
  await mark.press('Enter')
  await expect(page).toHaveURL(/#\/ledger\?.*rule=/)
  await expect(page.getByRole('region', { name: 'Record' })).toContainText('Use the parser.')
  await page.goBack()
  await expect(reader()).toBeVisible()
})

test('cards of every kind pass the accessibility check, in both themes', async () => {
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => {
      document.documentElement.dataset['theme'] = name
    }, theme)
    for (const words of [/npm run lint/, /^Edit.*sum\.ts/, /^TodoWrite/]) {
      await heading(words)
      expect(await axeFindings(page)).toEqual([])
    }
  }
})
