/** The filters of the lists: what narrows the sessions and the log, in the window and in its address. */
import { expect, test, type Page } from '@playwright/test'
import { sampleWindow } from './support/sample-window.ts'

const { goTo, here, sessionId, page: opened } = sampleWindow()
let page: Page

test.beforeAll(() => {
  page = opened()
})

test('the list of sessions is filtered by words and project, and the filter is in the address', async () => {
  await goTo('/sessions')
  const grid = page.getByRole('grid', { name: 'Sessions' })
  await expect(grid).toHaveAttribute('aria-rowcount', '17')
  await page.keyboard.press('/')
  await page.keyboard.type('network survive')
  await expect(grid).toHaveAttribute('aria-rowcount', '2')
  await expect.poll(here).toContain('text=network%20survive')
  await page.keyboard.press('Escape')
  await expect(grid).toHaveAttribute('aria-rowcount', '17')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Project' }).selectOption({ index: 1 })
  await expect(grid).not.toHaveAttribute('aria-rowcount', '17')
  expect(await here()).toContain('project=')
})

test('more filters choose by model, tool, day and content; each shows its number of sessions, and all are in the address', async () => {
  await goTo('/sessions')
  const grid = page.getByRole('grid', { name: 'Sessions' })
  const rows = async (): Promise<number> => Number(await grid.getAttribute('aria-rowcount')) - 1
  await expect(grid).toHaveAttribute('aria-rowcount', '17')
  await page.keyboard.press('Shift+I')
  const more = page.getByRole('group', { name: 'More filters' })
  const tool = more.getByRole('combobox', { name: 'Tool' })
  await expect(tool.getByRole('option', { name: /^Bash \(\d+\)$/ })).toBeAttached()
  await more.getByRole('button', { name: 'Compacted' }).click()
  await expect.poll(here).toContain('compacted=yes')
  await expect.poll(rows).toBeLessThan(16)
  const model = more.getByRole('combobox', { name: 'Model' })
  const choice = (await model.getByRole('option').nth(1).textContent()) ?? ''
  await model.selectOption({ index: 1 })
  const [, sessions] = /\((\d+)\)$/.exec(choice) ?? []
  await expect.poll(rows).toBe(Number(sessions))
  await more.getByLabel('From').fill('2030-01-01')
  await expect(page.getByText('No matching sessions')).toBeVisible()
  await expect.poll(here).toMatch(/model=.*since=2030-01-01.*compacted=yes/)
  await more.getByRole('button', { name: 'Remove these filters' }).click()
  await expect(grid).toHaveAttribute('aria-rowcount', '17')
  await page.keyboard.press('Shift+I')
  await expect(more).toBeHidden()
})

test('the log of all sessions is one list, filtered by text', async () => {
  await goTo('/log')
  const log = page.getByRole('grid', { name: 'Commits' })
  const rows = Number(await log.getAttribute('aria-rowcount'))
  expect(rows).toBeGreaterThan(100)
  await page.keyboard.press('/')
  await page.keyboard.type('tomatoes')
  await expect.poll(async () => Number(await log.getAttribute('aria-rowcount'))).toBeLessThan(20)
})

test('the log is restricted to a file, a tool and a kind of commit, which are in the address, also for one session', async () => {
  await goTo('/log')
  const grid = page.getByRole('grid', { name: 'Commits' })
  const rows = async (): Promise<number> => Number(await grid.getAttribute('aria-rowcount')) - 1
  await expect.poll(rows).toBeGreaterThan(100)
  const all = await rows()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const more = page.getByRole('group', { name: 'More filters' })
  await more.getByRole('combobox', { name: 'Kind' }).selectOption('compaction')
  await expect.poll(rows).toBeLessThan(all)
  const compactions = await rows()
  await expect(grid.locator('.log-row.is-compaction')).toHaveCount(compactions)
  await more.getByRole('combobox', { name: 'Kind' }).selectOption('')
  await expect.poll(rows).toBe(all)
  await more.getByRole('textbox', { name: 'File or folder' }).fill('src')
  await expect.poll(here).toContain('file=src')
  await expect.poll(rows).toBeLessThan(all)
  const touching = await rows()
  expect(touching).toBeGreaterThan(0)
  await more.getByRole('combobox', { name: 'Tool' }).selectOption('Edit')
  await expect.poll(here).toMatch(/file=src&tool=Edit/)
  await expect.poll(rows).toBeLessThanOrEqual(touching)
  await more.getByRole('button', { name: 'Remove these filters' }).click()
  await expect.poll(rows).toBe(all)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await expect(more).toBeHidden()
  await goTo(`/session/${await sessionId('Boards that survive a network failure')}/chain?type=compaction`)
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible()
  await expect(grid.locator('.is-compaction').first()).toBeVisible()
})

test('the tooltip of a button that was just pressed does not cover what it opened', async () => {
  const tipMs = 1_500
  await goTo('/log')
  await page.mouse.move(0, 0)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await expect(page.getByRole('group', { name: 'More filters' })).toBeVisible()
  await page.waitForTimeout(tipMs)
  await expect(page.locator('.tip')).toHaveCount(0)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
})
