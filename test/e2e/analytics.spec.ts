/** Figures in a real window: boards, filters that stay in the address, and numbers that open what they count. */
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import type { AnalyticsAnswer } from '../../app/contract/analytics.ts'
import { ask } from './support/ask.ts'
import { sampleWindow } from './support/sample-window.ts'

const opened = sampleWindow()
const { goTo, here, saveTo } = opened
let page: Page

test.beforeAll(() => {
  page = opened.page()
})

const card = (title: RegExp) => page.getByRole('region', { name: title }).first()
/** A card whose rows are shown. */
const withRows = async (title: RegExp) => {
  const shown = card(title)
  const button = shown.getByRole('button', { name: 'Rows', exact: true })
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click()
  return shown
}
const number = async (text: string | null): Promise<number> => Promise.resolve(Number((text ?? '').replaceAll(',', '')))

test('every board is reached by the keyboard and its tabs, and draws its metrics', async () => {
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await expect(card(/^Human prompts/)).toContainText(/prompts by day/)
  const tabs = page.getByRole('navigation', { name: 'Boards' }).getByRole('link')
  for (const name of await tabs.allTextContents()) {
    await page.getByRole('navigation', { name: 'Boards' }).getByRole('link', { name, exact: true }).click()
    const cards = page.locator('.analytics-card')
    await expect(cards.first()).toBeVisible()
    await expect(page.locator('.analytics-card [aria-busy="true"]')).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

test('headings of cards and tables on boards need two lines at most in a window of 1280 pixels', async () => {
  await goTo('/analytics/overview')
  const tabs = page.getByRole('navigation', { name: 'Boards' }).getByRole('link')
  const names = await tabs.allTextContents()
  expect(names.length).toBeGreaterThan(5)
  for (const name of names) {
    await page.getByRole('navigation', { name: 'Boards' }).getByRole('link', { name, exact: true }).click()
    await expect(page.locator('.analytics-card').first()).toBeVisible()
    await expect(page.locator('.analytics-card [aria-busy="true"]')).toHaveCount(0)
    for (const button of await page.getByRole('button', { name: 'Rows', exact: true }).all()) await button.click()
    const lines = await page.locator('.analytics-rows th, .analytics-card h2').evaluateAll((headings) =>
      headings.map((heading) => {
        const range = document.createRange()
        range.selectNodeContents(heading)
        return [heading.textContent, Math.round(range.getBoundingClientRect().height / parseFloat(getComputedStyle(heading).lineHeight))]
      }),
    )
    expect(lines.length).toBeGreaterThan(0)
    expect([name, lines.filter(([, count]) => Number(count) > 2)]).toEqual([name, []])
  }
})

test('a number opens exactly as many rows as it shows, and a row opens its session', async () => {
  await goTo('/analytics/tools')
  const bash = (await withRows(/Tool calls by tool/)).getByRole('row', { name: /^Bash/ })
  const calls = bash.getByRole('link').first()
  const count = await number(await calls.textContent())
  expect(count).toBeGreaterThan(10)
  await calls.click()
  const grid = page.getByRole('grid', { name: /Which calls of a tool/ })
  await expect(grid).toHaveAttribute('aria-rowcount', String(count + 1))
  expect(await here()).toContain('q=tool-calls&tool=Bash')
  await grid.getByRole('row').nth(1).getByRole('link').first().click()
  await expect.poll(here).toContain('#/session/')
  await page.goBack()
  await expect(grid).toHaveAttribute('aria-rowcount', String(count + 1))
})

test('a prompt counted by the reference rules opens its record', async () => {
  await goTo('/ledger')
  const prompts = page
    .getByRole('region', { name: 'Totals by the reference rules' })
    .getByRole('row', { name: /^Human prompts/ })
    .getByRole('link')
  const count = await number(await prompts.textContent())
  await prompts.click()
  await expect(page.getByRole('grid', { name: 'Records' })).toHaveAttribute('aria-rowcount', String(count + 1))
  await goTo('/analytics/records?q=reference')
  const tile = page
    .getByRole('grid', { name: /totals by the reference rules/ })
    .getByRole('link', { name: count.toLocaleString('en'), exact: true })
  await tile.first().click()
  await expect(page.getByRole('grid', { name: /records/ })).toHaveAttribute('aria-rowcount', String(count + 1))
})

test('links to the board of records lead to the ledger, with a filter to the page of its totals', async () => {
  const heading = page.getByRole('heading', { name: 'Totals by the reference rules' })
  await goTo('/analytics/records')
  await expect(heading).toBeVisible()
  await page.getByRole('region', { name: 'Totals by the reference rules' }).getByRole('link', { name: 'project', exact: true }).click()
  await expect(page.getByRole('grid', { name: /totals by the reference rules/ })).toHaveAttribute('aria-rowcount', '4')
  await page.getByRole('button', { name: 'Back to the ledger' }).click()
  await expect(heading).toBeVisible()
  await goTo('/analytics/records?chains=main')
  await expect(page.getByRole('grid', { name: /totals by the reference rules/ })).toHaveAttribute('aria-rowcount', '2')
  await expect(page.getByRole('navigation', { name: 'Boards' }).getByRole('link', { name: 'Records', exact: true })).toHaveCount(0)
})

test('rows of prompts show their text, and Enter leads to the very prompt in its conversation', async () => {
  for (const metric of ['amplification?q=turns', 'records?q=events&kind=typed%20prompt']) {
    await goTo(`/analytics/${metric}`)
    const grid = page.getByRole('grid').first()
    const prompt = grid.getByRole('row', { name: /which crop to sow in which week/ }).first()
    await prompt.click()
    await page.keyboard.press('Enter')
    await expect.poll(here).toMatch(/#\/session\/[0-9a-f-]+\/conversation\?.*record=src-/)
    await expect(page.getByRole('region', { name: 'Conversation' }).getByText('which crop to sow in which week').last()).toBeInViewport()
  }
})

test('filters change every figure, stay when the board changes, and are in the address', async () => {
  await goTo('/analytics/compaction')
  const sessions = card(/^Compactions$/)
    .locator('.tile', { hasText: /^Sessions/ })
    .locator('dd')
  await expect(sessions).toHaveText('18')
  await page.getByRole('combobox', { name: 'Project' }).selectOption({ index: 1 })
  await expect(sessions).not.toHaveText('18')
  const filtered = await sessions.textContent()
  expect(await here()).toContain('?project=')
  await page.getByRole('link', { name: 'Sessions', exact: true }).last().click()
  await expect(page.getByRole('combobox', { name: 'Project' })).not.toHaveValue('')
  await page.goBack()
  await expect(sessions).toHaveText(filtered ?? '')
  await page.reload()
  await expect(sessions).toHaveText(filtered ?? '')
  await page.getByRole('button', { name: 'Remove all filters' }).click()
  await expect(sessions).toHaveText('18')
})

test('a mark of a picture filters everything by its group', async () => {
  await goTo('/analytics/tokens')
  const cost = card(/Cost by model/)
  await cost.locator('.recharts-bar-rectangle').first().click()
  await expect.poll(here).toContain('model=')
  await expect(page.getByRole('combobox', { name: 'Model' })).not.toHaveValue('')
})

test('with Shift a mark that filters opens what it counts, and going back removes a filter', async () => {
  await goTo('/analytics/tokens')
  const tokens = card(/Output tokens by model/)
  const bar = tokens.locator('.recharts-bar-rectangle').first()
  await bar.hover()
  await expect(tokens.getByText('Click to filter. Shift-click to show what it counts')).toBeVisible()
  await bar.click({ modifiers: ['Shift'] })
  await expect.poll(here).toContain('q=replies&model=')
  await expect(page.getByRole('grid', { name: /How large was the context/ })).toBeVisible()
  await page.goBack()
  await bar.click()
  await expect.poll(here).toContain('/analytics/tokens?model=')
  await page.goBack()
  await expect.poll(here).not.toContain('model=')
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('')
})

test('a day of a picture filters every figure by it', async () => {
  await goTo('/analytics/activity')
  const days = await withRows(/Prompts, responses and tool calls by day/)
  const dot = days.locator('.recharts-line-dot').first()
  await dot.hover()
  await expect(days.getByText('Click to filter. Shift-click to show what it counts')).toBeVisible()
  // Where the pointer is already: the mark under it is drawn anew.
  await page.mouse.down()
  await page.mouse.up()
  await expect.poll(here).toMatch(/since=(\d{4}-\d\d-\d\d)&until=\1/)
  await expect(days.getByRole('row')).toHaveCount(2)
})

test('a mark whose name is no filter opens what it counts, also where it shows a share of it', async () => {
  await goTo('/analytics/tools')
  const failed = card(/Error rate by tool/)
  await failed.locator('.recharts-bar-rectangle').first().click()
  await expect.poll(here).toMatch(/q=tool-calls&tool=/)
  await page.goBack()
  await goTo('/analytics/time')
  await card(/Time in each state/)
    .locator('.recharts-bar-rectangle')
    .first()
    .click()
  await expect.poll(here).toContain('q=sessions')
  await goTo('/analytics/context')
  const filling = await withRows(/What replies read/)
  const items = await number(await filling.getByRole('row').nth(1).getByRole('link').first().textContent())
  await filling.locator('.recharts-bar-rectangle').first().click()
  await expect.poll(here).toMatch(/q=events&part=tool_result&tool=/)
  await expect(page.getByRole('grid', { name: /List the events/ })).toHaveAttribute('aria-rowcount', String(items + 1))
})

test('a model, a day or a chain in a row filters by it', async () => {
  await goTo('/analytics/context?q=replies')
  const grid = page.getByRole('grid', { name: /How large was the context/ })
  await grid
    .getByRole('row')
    .nth(1)
    .getByRole('link', { name: /^claude/ })
    .click()
  await expect.poll(here).toContain('q=replies&model=claude')
  await grid.getByRole('row').nth(1).getByRole('link', { name: 'main', exact: true }).click()
  await expect.poll(here).toContain('chains=main')
})

test('the rows of costs and storage open with a click', async () => {
  await goTo('/analytics/storage')
  await card(/^Storage/)
    .locator('.tile', { hasText: /^Commits/ })
    .getByRole('link')
    .click()
  const commits = page.getByRole('grid', { name: /List the commits/ })
  await commits.getByRole('row').nth(1).getByRole('link', { name: 'delta' }).click()
  await expect.poll(here).toMatch(/#\/log\?of=.*commit=/)
  await goTo('/analytics/tokens')
  await (await withRows(/Cost by model/)).getByRole('row').nth(1).getByRole('link', { name: /\$/ }).first().click()
  await expect(page.getByRole('grid', { name: /How large was the context/ })).toBeVisible()
})

test('its SQL runs in the console and gives the same rows; rows and picture are saved', async () => {
  await goTo('/analytics/activity')
  const hours = card(/Events by hour of the week/)
  await hours.getByRole('button', { name: 'Save rows or picture' }).click()
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'strata-analytics-')), 'week.png')
  await saveTo(file)
  await page.getByRole('menuitem', { name: /Picture as PNG/ }).click()
  await expect.poll(() => existsPng(file)).toBe(true)
  await hours.getByRole('button', { name: 'Open SQL in the console' }).click()
  await expect(page.getByRole('grid', { name: 'Rows', exact: true })).toHaveAttribute('aria-colcount', '6')
})

const existsPng = (file: string): boolean => {
  try {
    return readFileSync(file).subarray(1, 4).toString() === 'PNG'
  } catch {
    return false
  }
}

test('a saved picture is the card: title, filter, dates, n, names of axes and values', async () => {
  await goTo('/analytics/tools')
  const tools = card(/Tool calls by tool/)
  await expect(tools.locator('.recharts-bar-rectangle').first()).toBeVisible()
  const line = (await tools.locator('p').first().textContent()) ?? ''
  expect(line).toMatch(/^Calls · all projects · \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d · n = [\d,]+ calls$/)
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'strata-analytics-')), 'tools.svg')
  await saveTo(file)
  await tools.getByRole('button', { name: 'Save rows or picture' }).click()
  await page.getByRole('menuitem', { name: /Picture as SVG/ }).click()
  await expect.poll(() => existsSync(file)).toBe(true)
  const svg = readFileSync(file, 'utf8')
  for (const words of ['Tool calls by tool', line, 'Tool', 'Calls', 'Bash']) expect(svg).toContain(`>${words}<`)
  // It needs no style sheet and no page.
  expect(svg).not.toMatch(/var\(|class="recharts-tooltip|url\("(?!#)/)
})

test('rows of a card have the order of its bars, and a picture can be copied', async () => {
  await goTo('/analytics/tools')
  const tools = await withRows(/Tool calls by tool/)
  const names = await tools.getByRole('row').locator('td:first-child').allTextContents()
  expect(names.length).toBeGreaterThan(3)
  const drawn = (await tools.locator('svg text').allTextContents()).filter((text) => names.includes(text))
  expect(drawn).toEqual(names)
  await tools.getByRole('button', { name: 'Save rows or picture' }).click()
  await page.getByRole('menuitem', { name: 'Copy picture' }).click()
  await expect.poll(() => opened.strata().app.evaluate(({ clipboard }) => clipboard.readImage().getSize().width)).toBeGreaterThan(600)
})

test('a card says what its numbers mean, and where few things are behind a value its bar is grey', async () => {
  await goTo('/analytics/tools')
  const rates = card(/Error rate by tool/)
  await rates.getByRole('button', { name: 'What the numbers mean' }).click()
  const meaning = page.getByRole('dialog')
  await expect(meaning).toContainText('Errors of n.')
  await expect(meaning).toContainText('Bars of fewer than 5 are grey')
  await page.keyboard.press('Escape')
  const labels = await rates.locator('.recharts-label-list text').allTextContents()
  expect(labels.every((label) => /\s·\sn\s[\d,]+$/.test(label))).toBe(true)
  const few = labels.filter((label) => Number(/n\s([\d,]+)$/.exec(label)?.[1]?.replaceAll(',', '')) < 5).length
  expect(await rates.locator('.recharts-bar-rectangle path[fill="var(--line-strong)"]').count()).toBe(few)
  expect(few).toBeGreaterThan(0)
})

test('the overview has the numbers of the boards behind it', async () => {
  const shown = async (title: RegExp): Promise<number> => number(await card(title).locator('.analytics-total').textContent())
  await goTo('/analytics/overview')
  const [sessions, prompts, failed] = [await shown(/^Sessions/), await shown(/^Human prompts/), await shown(/^Failed tool calls/)]
  expect(sessions).toBe(18)
  await card(/^Human prompts/)
    .getByRole('link', { name: 'Human prompts' })
    .click()
  await expect(
    card(/Work per prompt/)
      .locator('.tile', { hasText: /^Prompts/ })
      .locator('dd'),
  ).toHaveText(prompts.toLocaleString('en'))
  const answer = await ask(page, 'analytics.ask', { name: 'tools', zone: 'UTC' })
  const rows = answer.ok ? (answer.value as AnalyticsAnswer).rows : []
  expect(rows.reduce((sum, { errors }) => sum + Number(errors), 0)).toBe(failed)
})

test('the kept and lost parts of a summary are a card, and open with a click from the commit of the compaction', async () => {
  await goTo('/analytics/compaction')
  await expect(card(/What one compaction kept/)).toContainText('Share kept')
  await card(/List of compactions/)
    .getByRole('row')
    .nth(1)
    .getByRole('link')
    .first()
    .click()
  await expect.poll(here).toContain('#/session/')
  await page.goBack()
  await card(/What one compaction kept/)
    .getByRole('link', { name: /What one compaction kept: .*ctx-/ })
    .click()
  const grid = page.getByRole('grid', { name: /of the replaced context/ })
  await expect(grid).toContainText('tool results')
  const commit = /commit=([^&]+)/.exec(await here())?.[1] ?? ''
  await goTo(`/log?of=${commit}&commit=${commit}`)
  await page.getByRole('link', { name: 'What the summary kept and lost' }).click()
  await expect(grid).toContainText('tool results')
})

test('an invalid day and time zone are reported, and can be removed in place', async () => {
  for (const wrong of ['since=2026-02-31', 'zone=Mars%2FBase']) {
    await goTo(`/analytics/activity?${wrong}`)
    await expect(page.getByRole('alert').first()).toContainText(/2026-02-31|Mars\/Base/)
    await page.getByRole('button', { name: 'Remove all filters' }).click()
    await expect(card(/Events by hour of the week/).getByRole('img')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

test('an hour of the week opens the events that it counts', async () => {
  await goTo('/analytics/activity')
  const cell = card(/Events by hour of the week/)
    .locator('.week-some')
    .first()
  const events = await number(/: ([\d,]+)/.exec((await cell.textContent()) ?? '')?.[1] ?? '')
  await cell.click()
  const grid = page.getByRole('grid', { name: /List the events/ })
  await expect(grid).toHaveAttribute('aria-rowcount', String(events + 1))
  expect(await here()).toContain('&hour=')
})

test('the page of a metric chooses its grouping', async () => {
  await goTo('/analytics/amplification?q=amplification')
  await page.getByRole('radio', { name: 'project' }).click()
  await expect(page.getByRole('grid', { name: /How much did agents do/ })).toHaveAttribute('aria-rowcount', '4')
  expect(await here()).toContain('by=project')
})

test('boards compare two groups of sessions, with the keyboard, and the address keeps what is compared', async () => {
  await goTo('/analytics/amplification')
  await page.getByRole('combobox', { name: 'Compare', exact: true }).focus()
  await page.keyboard.type('Compare days')
  await expect.poll(here).toContain('compare=day')
  const compared = card(/^Work per prompt$/)
  await expect(compared).toContainText(/A: before \d{4}-\d\d-\d\d, \d+ sessions? · B: from /)
  await expect(compared.getByRole('row', { name: /^Tool calls \d/ })).toContainText(/[+−0]/)
  await expect(compared.locator('svg.recharts-surface').first()).toBeVisible()
  await page.getByRole('combobox', { name: 'Compare', exact: true }).selectOption('project')
  await expect(compared).toContainText(/A: .*sessions? · B: /)
  await page.getByRole('link', { name: 'Activity', exact: true }).click()
  await expect(page.getByText('Not compared: its rows are ranges, hours or items')).toBeVisible()
  await expect.poll(here).toContain('compare=project')
  await page.getByRole('button', { name: 'Remove all filters' }).click()
  await expect.poll(here).not.toContain('compare')
})
