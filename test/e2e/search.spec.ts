/** Searching everything that was said, called and put out, in the window. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { conversation } from '../support/conversation.ts'
import { writeConversation } from '../support/write-conversation.ts'
import { ask } from './support/ask.ts'
import { sampleWindow } from './support/sample-window.ts'

const opened = sampleWindow()
const { dialog, goTo, here } = opened
let page: Page
let folder: string

const statements = 'Import statements of three banks'

/** A long output with a word near its end, thinking with another, and many sessions with a third. */
const written = () => {
  const lines = Array.from({ length: 400 }, (_, at) => `line ${at} of the build`)
  lines[350] = 'the quokkafence check has no fence'
  const builds = conversation({ seed: 'builds', start: '2026-03-20T09:00:00Z' })
    .human('Run the build and look at the end')
    .thinks('First a look at the marmaladeplan. It comes before everything else, I think.')
    .calls('Bash', { command: 'make build' })
    .result('last', `quokkafence begins\n${lines.join('\n')}`)
    .agent('The build has ended. The marmaladeplan holds.')
  const left = conversation({ seed: 'left', start: '2026-03-20T10:00:00Z' })
    .human('Which colour?')
    .agent('Blue.')
    .human('Then the pelicanpaint in blue')
    .agent('Painted.')
    .rewind(1)
    .human('No, in green')
    .agent('Green it is.')
  const many = Array.from({ length: 45 }, (_, at) =>
    conversation({ seed: `ferry ${at}`, start: `2026-03-21T09:${String(at).padStart(2, '0')}:00Z` })
      .human(`Book the ferrytimetable number ${at}`)
      .agent('Booked.'),
  )
  return writeConversation(folder, builds, left, ...many)
}

test.beforeAll(async () => {
  page = opened.page()
  folder = mkdtempSync(path.join(tmpdir(), 'strata-search-'))
  const started = await ask(page, 'import.start', { paths: [written().projects] })
  await ask(page, 'job.wait', { jobId: (started as { value: { jobId: string } }).value.jobId })
  const indexed = await ask(page, 'search.index', {})
  await ask(page, 'job.wait', { jobId: (indexed as { value: { jobId: string } }).value.jobId })
})
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const field = (): Locator => page.getByRole('searchbox', { name: 'Search all conversations' })
const results = (): Locator => page.getByRole('treegrid', { name: 'Results' })
const total = (): Locator => page.getByRole('status', { name: 'Total' })
const heads = (): Locator => results().locator('[aria-level="1"]')
const hits = (): Locator => results().locator('[aria-level="2"]')
const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true })
const sought = (): Locator => page.locator('.conversation-slot.is-sought')
const findBar = (): Locator => page.getByRole('search', { name: 'Find in conversation' })
const marked = (): Promise<number> => page.evaluate<number>("CSS.highlights.get('found-here')?.size ?? 0")

const search = async (text: string): Promise<void> => {
  await goTo(`/search?text=${encodeURIComponent(text)}`)
  await expect(results()).toHaveAttribute('aria-busy', 'false')
}

test('a key opens the search, results come as one types, and the keyboard leads to the passage, marked', async () => {
  await page.keyboard.press('g')
  await page.keyboard.press('/')
  await expect(field()).toBeFocused()
  await page.keyboard.type('savings umlauts')
  await expect(field()).toBeFocused()
  await expect(total()).toHaveText('1 session')
  await expect(heads()).toHaveCount(1)
  await expect(heads()).toContainText(statements)
  await expect(heads()).toContainText('pocket-ledger')
  await expect(hits().first().locator('mark')).toHaveText(['umlauts', 'savings'])
  await page.keyboard.press('ArrowDown')
  await expect(results()).toBeFocused()
  await expect(hits().first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('k')
  await expect(heads()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(sought()).toContainText('And umlauts from the savings bank?')
  await expect(sought()).toBeInViewport()
  expect(await here()).toMatch(/commit=ctx-[0-9a-f]+&record=src-.*&find=savings/)
  await expect(findBar().getByRole('textbox')).toHaveValue('savings')
  await expect(findBar().getByRole('status')).toHaveText(/^\d+ of \d+$/)
  await expect.poll(marked).toBe(1)
  const first = (await findBar().getByRole('status').textContent()) ?? ''
  await page.keyboard.press('F3')
  await expect(findBar().getByRole('status')).not.toHaveText(first)
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(results()).toBeFocused()
  await expect(hits().first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(field()).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('/')
  await expect(field()).toBeFocused()
})

test('while one types the last word is taken as the beginning of a word', async () => {
  await search('umlau')
  await expect(total()).toHaveText('1 session')
  await expect(page.getByText('The last word is taken as the beginning of a word.')).toBeVisible()
  await expect(hits().first().locator('mark').first()).toHaveText('umlau')
})

test('the results are those of the last text, however fast it is typed', async () => {
  await search('umlauts')
  await field().fill('')
  await field().pressSequentially('marmaladeplan', { delay: 5 })
  await expect(heads()).toHaveText([/Run the build/])
  await page.waitForTimeout(600)
  await expect(heads()).toHaveText([/Run the build/])
  expect(await here()).toBe('#/search?text=marmaladeplan')
})

test('the old results stay until the new ones are there', async () => {
  await search('umlauts')
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(globalThis, { seen })
    new MutationObserver(() => seen.push(document.querySelectorAll('.result').length)).observe(document.body, {
      childList: true,
      subtree: true,
    })
  })
  await field().fill('marmaladeplan')
  await expect(heads()).toHaveText([/Run the build/])
  const seen = await page.evaluate(() => (globalThis as unknown as { seen: number[] }).seen)
  expect(Math.min(...seen)).toBeGreaterThan(0)
})

test('a word in the output of a tool alone is found, and its place in a long output is shown', async () => {
  await search('"quokkafence check"')
  await expect(hits()).toHaveCount(1)
  await expect(hits()).toContainText('Bash output')
  await hits().getByRole('button', { name: 'Bash output' }).click()
  await expect.poll(marked).toBeGreaterThan(0)
  const line = page.getByText('the quokkafence check has no fence')
  await expect(line).toBeVisible()
  const isInView = (): Promise<boolean> =>
    page.evaluate(() => {
      const [range] = [...(CSS.highlights.get('found-here') ?? [])] as Range[]
      const box = document.querySelector('.conversation')?.getBoundingClientRect()
      const at = range?.getBoundingClientRect()
      return box !== undefined && at !== undefined && at.top >= box.top && at.bottom <= box.bottom
    })
  await expect.poll(isInView).toBe(true)
})

test('a hit in thinking opens unfolded', async () => {
  await search('marmaladeplan kind:thinking')
  await expect(hits()).toHaveCount(1)
  await hits().dblclick()
  await expect(sought().locator('.thinking-text')).toContainText('First a look at the marmaladeplan')
  await expect.poll(marked).toBeGreaterThan(0)
})

test('a hit in a branch that was left opens that branch', async () => {
  await search('pelicanpaint')
  await hits().first().dblclick()
  await expect(sought()).toContainText('Then the pelicanpaint in blue')
  await expect.poll(marked).toBeGreaterThan(0)
  expect(await here()).toContain('branch=ctx-')
})

test('a hit in a sub-agent opens the sub-agent', async () => {
  await search('"head -2 testdata" kind:call')
  await hits().first().dblclick()
  await expect(sought()).toContainText('head -2 testdata')
  await expect(sought()).toBeInViewport()
  await expect(sought().locator('.is-nested')).toBeVisible()
})

test('a click on the title of a session opens it, with the search in its find bar', async () => {
  await search('marmaladeplan')
  await heads().getByRole('button', { name: /Run the build/ }).click()
  await expect(page.getByRole('region', { name: 'Conversation' })).toBeVisible()
  await expect(findBar().getByRole('textbox')).toHaveValue('marmaladeplan')
  await page.keyboard.press('Escape')
  await expect(findBar()).toBeHidden()
})

test('a filter by button and one by text are the same', async () => {
  await search('marmaladeplan')
  const kinds = page.getByRole('group', { name: 'Kinds of texts' })
  await kinds.getByRole('button', { name: 'Thinking' }).click()
  await expect(field()).toHaveValue('marmaladeplan kind:thinking')
  await expect(kinds.getByRole('button', { name: 'Thinking' })).toHaveAttribute('aria-pressed', 'true')
  await expect(hits()).toHaveText([/^Thinking/])
  await field().fill('marmaladeplan kind:response')
  await expect(kinds.getByRole('button', { name: 'Thinking' })).toHaveAttribute('aria-pressed', 'false')
  await expect(kinds.getByRole('button', { name: 'Responses' })).toHaveAttribute('aria-pressed', 'true')
  await expect(hits()).toHaveText([/^Response/])
  await kinds.getByRole('button', { name: 'Responses' }).click()
  await expect(field()).toHaveValue('marmaladeplan')
})

test('project, errors and days are filters of the text too', async () => {
  await search('test')
  await page.getByRole('combobox', { name: 'Project' }).selectOption({ label: 'seedling' })
  await expect(field()).toHaveValue('test project:seedling')
  await expect(heads().first()).toContainText('seedling')
  await button('Errors only').click()
  await expect(field()).toHaveValue('test project:seedling is:error')
  await expect(hits().first().getByText('Error', { exact: true })).toBeVisible()
  await search('test')
  await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Between days…' })
  await page.getByLabel('From').fill('2026-02-01')
  await page.getByLabel('Before').fill('2026-02-15')
  await expect(field()).toHaveValue('test after:2026-02-01 before:2026-02-15')
  await expect(results()).toHaveAttribute('aria-busy', 'false')
  for (const time of await hits().locator('.result-time').allTextContents()) expect(time).toMatch(/^2026-02-(0\d|1[0-4])/)
  await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Any time' })
  await expect(field()).toHaveValue('test')
  await page.getByRole('radio', { name: 'Newest' }).click()
  expect(await here()).toContain('order=newest')
  await expect(results()).toHaveAttribute('aria-busy', 'false')
  const days = await heads().locator('.result-facts span:last-child').allTextContents()
  expect(days).toEqual([...days].sort().reverse())
})

test('the next pages come when the list is scrolled to its end', async () => {
  await search('ferrytimetable')
  await expect(total()).toHaveText('45 sessions')
  const seen = new Set<string | null>()
  await results().focus()
  await page.keyboard.press('Home')
  const more = async (): Promise<number> => {
    await page.keyboard.press('PageDown')
    for (const title of await heads().locator('.result-title').allTextContents()) seen.add(title)
    return seen.size
  }
  await expect.poll(more, { intervals: [50] }).toBe(45)
  await expect(results()).not.toHaveAttribute('aria-rowcount', '-1')
})

test('nothing found: each part that excludes everything is named, and can be dropped', async () => {
  await goTo(`/search?text=${encodeURIComponent('umlauts -savings kind:prompt')}`)
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
  await expect(button('Without kind:prompt: 1 session')).toBeHidden()
  await button('Without -savings: 1 session').click()
  await expect(field()).toHaveValue('umlauts kind:prompt')
  await expect(heads()).toHaveCount(1)
  await goTo(`/search?text=${encodeURIComponent('umlauts project:nowhere tool:Bosh')}`)
  await expect(page.getByText('did you mean tool:Bash?')).toBeVisible()
  await button('Without project:nowhere tool:Bosh: 1 session').click()
  await expect(field()).toHaveValue('umlauts')
})

test('hints say what was not understood', async () => {
  await search('umlauts kind:promt')
  await expect(page.getByRole('list', { name: 'Hints' })).toContainText('did you mean kind:prompt?')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the last searches and saved ones are offered while the field is empty', async () => {
  await search('umlauts')
  await results().focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Shift+V')
  await expect(dialog('Save search')).toContainText('umlauts')
  await page.keyboard.type('Letters')
  await page.keyboard.press('Enter')
  await expect(button('Letters')).toHaveAttribute('aria-pressed', 'true')
  await search('marmaladeplan')
  await field().focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(field()).toBeFocused()
  await page.keyboard.press('Escape')
  const recent = page.getByRole('region', { name: 'Recent searches' })
  await expect(recent.getByRole('listitem').first()).toHaveText('marmaladeplan')
  await page.keyboard.press('ArrowDown')
  await expect(recent.getByRole('button', { name: 'marmaladeplan', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field()).toHaveValue('marmaladeplan')
  await expect(field()).toBeFocused()
  await goTo('/search')
  await page.getByRole('region', { name: 'Saved searches' }).getByRole('button', { name: 'Letters' }).click()
  await expect(field()).toHaveValue('umlauts')
  await goTo('/sessions')
  await expect(button('Letters')).toHaveCount(0)
  await page.reload()
  await goTo('/search')
  await expect(page.getByRole('region', { name: 'Recent searches' }).getByRole('listitem').first()).toHaveText('marmaladeplan')
})

test('what is imported while the results are shown is found', async () => {
  await goTo('/search?text=xylophonetuning')
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
  const late = conversation({ seed: 'late', start: '2026-03-22T09:00:00Z' }).human('A xylophonetuning, please').agent('Tuned.')
  await ask(page, 'import.start', { paths: [writeConversation(path.join(folder, 'late'), late).projects] })
  await expect(heads()).toHaveText([/xylophonetuning/])
})

test('thoughts that seem to be decisions are listed without a text, and those of a file from its versions', async () => {
  await goTo('/search')
  await button('Decisions').click()
  const texts = page.getByRole('grid', { name: 'Texts' })
  await expect(texts).toBeVisible()
  await expect(total()).toHaveText(/ of \d+ sessions?$/)
  expect(await here()).toBe('#/search?reasoning=decision')
  await expect(page.getByRole('group', { name: 'Kinds of texts' })).toHaveCount(0)
  await texts.getByRole('row').nth(1).dblclick()
  await expect(findBar()).toBeVisible()
  await expect(sought()).toBeInViewport()
  await goTo('/files')
  await page.getByRole('grid', { name: 'Files' }).getByRole('row').nth(1).click()
  await button('Reasoning').click()
  expect(decodeURIComponent(await here())).toMatch(/^#\/search\?text=file:"\/.*"&reasoning=decision/)
  await expect(total()).toHaveText(/ texts? of /)
})

test('the palette searches everything for the typed text, and a session is searched by itself', async () => {
  await page.keyboard.press('Control+K')
  await page.keyboard.type('lantern')
  await page.getByRole('option', { name: 'Search all conversations for “lantern”' }).click()
  expect(await here()).toBe('#/search?text=lantern')
  await expect(field()).toHaveValue('lantern')
  const id = await opened.sessionId(statements)
  await goTo(`/session/${id}`)
  await page.keyboard.press('Control+K')
  await page.keyboard.type('search in this session')
  await page.keyboard.press('Enter')
  await expect(field()).toHaveValue(`session:${id}`)
  await field().press('End')
  await field().pressSequentially(' test')
  await expect(total()).toHaveText('1 session')
})

test('links of earlier versions lead to the same search', async () => {
  await goTo('/search?text=test&kinds=tool_call&since=2026-01-01&until=2026-01-31')
  await expect(field()).toHaveValue('test kind:call after:2026-01-01 before:2026-02-01')
  await expect(heads().first()).toBeVisible()
})

test('what was found is visible in a small window too', async () => {
  const size = (width: number, height: number): Promise<void> =>
    opened.strata().app.evaluate(
      ({ BrowserWindow }, asked) => {
        BrowserWindow.getAllWindows()[0]?.setContentSize(asked.width, asked.height)
      },
      { width, height },
    )
  await size(640, 480)
  await search('test')
  await expect(hits().first()).toBeVisible()
  const hidden = await hits().evaluateAll((rows) =>
    rows.flatMap((row) => {
      const passage = row.querySelector('.result-passage')?.getBoundingClientRect()
      const mark = row.querySelector('mark')?.getBoundingClientRect()
      const isSeen = passage !== undefined && mark !== undefined && mark.bottom <= passage.bottom + 1 && mark.right <= passage.right + 1
      return isSeen ? [] : [row.textContent]
    }),
  )
  expect(hidden).toEqual([])
  await size(1280, 800)
})
