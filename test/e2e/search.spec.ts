/** Searching everything that was said, called and put out: results as one types, and the way to the passage. */
import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { conversation } from '../support/conversation.ts'
import { writeConversation } from '../support/write-conversation.ts'
import { ask } from './support/ask.ts'
import { searchWindow } from './support/search-window.ts'

const opened = searchWindow()
const { field, findBar, goTo, heads, here, hits, marked, results, search, sought, total, folder } = opened
const statements = 'Import statements of three banks'
let page: Page

test.beforeAll(() => {
  page = opened.page()
})

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
      const { highlights } = CSS as unknown as { readonly highlights: ReadonlyMap<string, Iterable<Range>> }
      const [range] = Array.from(highlights.get('found-here') ?? [])
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
  await heads()
    .getByRole('button', { name: /Run the build/ })
    .click()
  await expect(page.getByRole('region', { name: 'Conversation' })).toBeVisible()
  await expect(findBar().getByRole('textbox')).toHaveValue('marmaladeplan')
  await page.keyboard.press('Escape')
  await expect(findBar()).toBeHidden()
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

test('what is imported while the results are shown is found', async () => {
  await goTo('/search?text=xylophonetuning')
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
  const late = conversation({ seed: 'late', start: '2026-03-22T09:00:00Z' }).human('A xylophonetuning, please').agent('Tuned.')
  await ask(page, 'import.start', { paths: [writeConversation(path.join(folder(), 'late'), late).projects] })
  await expect(heads()).toHaveText([/xylophonetuning/])
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
  await field().press('Control+End')
  await field().pressSequentially(' test')
  await expect(total()).toHaveText('1 session')
})

const size = (width: number, height: number): Promise<void> =>
  opened.strata().app.evaluate(
    ({ BrowserWindow }, asked) => {
      BrowserWindow.getAllWindows()[0]?.setContentSize(asked.width, asked.height)
    },
    { width, height },
  )

test('a long search is seen whole in a small window', async () => {
  await size(900, 700)
  const short = 'test project:harbor-board tool:Bash kind:output after:2026-01-15'
  for (const text of [short, `${short} file:"/home/me/projects/harbor-board/src/components/timetable-of-all-boats.ts" before:2026-03-01`]) {
    await goTo(`/search?text=${encodeURIComponent(text)}`)
    await expect(field()).toHaveValue(text)
    const hidden = await field().evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
      scrollWidth - clientWidth,
      scrollHeight - clientHeight,
    ])
    expect(hidden).toEqual([0, 0])
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wide).toBe(0)
  }
  await goTo('/search?text=test')
  expect((await page.locator('.search-field').boundingBox())?.height).toBe(28)
  await field().fill('')
  await field().pressSequentially('savings')
  await expect(heads().first()).toContainText(statements)
  await field().press('Shift+Enter')
  await expect(results()).toBeFocused()
  await expect(field()).toHaveValue('savings')
  await field().fill('umlauts\nsavings')
  await expect(field()).toHaveValue('umlauts savings')
  await size(1280, 800)
})

test('what was found is visible in a small window too', async () => {
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
