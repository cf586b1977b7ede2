/** Searching through what was said, in the window. */
import { expect, test, type Page } from '@playwright/test'
import { sampleWindow } from './support/sample-window.ts'

const opened = sampleWindow()
const { goTo, here } = opened
let page: Page

test.beforeAll(() => {
  page = opened.page()
})

const field = () => page.getByRole('searchbox', { name: 'Search all conversations' })
const texts = () => page.getByRole('grid', { name: 'Texts' })
const summed = () => page.getByRole('status').filter({ hasText: / of \d+ session/ })

test('a key opens the search, typing finds, and Enter opens the commit that contains the text', async () => {
  await page.keyboard.press('g')
  await page.keyboard.press('/')
  await expect(page.getByText('No search yet')).toBeVisible()
  await expect(field()).toBeFocused()
  await page.keyboard.type('t')
  await expect(page.getByText('The search text needs at least 2 characters')).toBeVisible()
  await page.keyboard.type('he test')
  await expect(field()).toBeFocused()
  await expect(summed()).toBeVisible()
  await expect(texts().getByRole('row').nth(1).locator('mark')).toHaveText(/^the test$/i)
  await page.keyboard.press('Enter')
  await expect(field()).not.toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  const found = page.getByRole('region', { name: 'Match' })
  await expect(found.locator('mark')).toHaveText(/^the test$/i)
  const commit = (await found.locator('.mono').textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Conversation' })).toBeVisible()
  expect(await here()).toContain(`commit=${commit}&record=src-`)
  const sought = page.locator('.conversation-slot.is-sought')
  await expect(sought).toBeInViewport()
  await expect(sought).toContainText(/the test/i)
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(found).toBeVisible()
})

test('kinds, projects and sessions restrict the matches, and are in the address', async () => {
  await goTo('/search?text=test')
  const all = Number((await summed().textContent())?.replace(/\D.*$/, ''))
  const calls = page.getByRole('button', { name: /^Calls \d/ })
  const counted = Number((await calls.textContent())?.replace(/\D/g, ''))
  await calls.click()
  await expect(summed()).toHaveText(new RegExp(`^${counted} text`))
  expect(counted).toBeLessThan(all)
  expect(await here()).toBe('#/search?text=test&kinds=tool_call')
  await calls.click()
  await expect(summed()).toHaveText(new RegExp(`^${all} text`))
  await texts().getByRole('row').nth(1).click()
  await page.getByRole('button', { name: 'Only this session' }).click()
  await expect(summed()).toHaveText(/ of 1 session$/)
  expect(await here()).toMatch(/session=/)
  await page.getByRole('button', { name: /^session / }).click()
  await expect(summed()).toHaveText(new RegExp(`^${all} text`))
})

test('a search without matches is reported, with a link that removes the filters', async () => {
  await goTo('/search?text=the&kinds=thinking&since=2031-01-01')
  await expect(page.getByText('No matches')).toBeVisible()
  await page.getByRole('button', { name: 'Remove all filters' }).click()
  await expect(summed()).toBeVisible()
  expect(await here()).toBe('#/search?text=the')
})

test('thoughts that seem to be decisions are listed without a text, and those of a file from its versions', async () => {
  await goTo('/search')
  await page.getByRole('button', { name: 'Decisions' }).click()
  await expect(summed()).toBeVisible()
  expect(await here()).toBe('#/search?reasoning=decision')
  await expect(page.getByRole('group', { name: 'Kinds of texts' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Decisions' }).click()
  await expect(page.getByText('No search yet')).toBeVisible()
  await goTo('/files')
  await page.getByRole('grid', { name: 'Files' }).getByRole('row').nth(1).click()
  await page.getByRole('button', { name: 'Reasoning' }).click()
  expect(await here()).toMatch(/^#\/search\?reasoning=decision&file=/)
  await page.getByRole('button', { name: /^about / }).click()
  expect(await here()).toBe('#/search?reasoning=decision')
})

test('the palette searches everything for the typed text', async () => {
  await page.keyboard.press('Control+K')
  await page.keyboard.type('lantern')
  await page.getByRole('option', { name: 'Search all conversations for “lantern”' }).click()
  expect(await here()).toBe('#/search?text=lantern')
  await expect(field()).toHaveValue('lantern')
})

test('matches are visible in a small window too', async () => {
  const size = (width: number, height: number): Promise<void> =>
    opened.strata().app.evaluate(
      ({ BrowserWindow }, asked) => {
        BrowserWindow.getAllWindows()[0]?.setContentSize(asked.width, asked.height)
      },
      { width, height },
    )
  await size(640, 480)
  await goTo('/search?text=test')
  await expect(summed()).toBeVisible()
  const hidden = texts()
    .locator('mark')
    .evaluateAll((marks) =>
      marks.flatMap((mark) => {
        const cell = mark.closest('[role=gridcell]')?.getBoundingClientRect()
        return cell !== undefined && mark.getBoundingClientRect().right <= cell.right ? [] : [mark.parentElement?.textContent]
      }),
    )
  expect(await hidden).toEqual([])
  await size(1280, 800)
})
