/** The ledger in the window: numbers open the records behind them, and a corrected class changes them until it is taken back. */
import { expect, test, type Page } from '@playwright/test'
import { sampleWindow } from './support/sample-window.ts'

const opened = sampleWindow()
const { goTo, sessionId } = opened
let page: Page

test.beforeAll(() => {
  page = opened.page()
})

const prompts = () => page.locator('.tile', { hasText: 'Prompts' }).locator('dd')

test('Enter on a record leads to it in the conversation of its session', async () => {
  await goTo('/ledger?tab=records&class=human_prompt')
  const records = page.getByRole('grid', { name: 'Records' })
  const row = records.getByRole('row', { name: /which crop to sow in which week/ })
  await row.click()
  await page.keyboard.press('Enter')
  await expect.poll(opened.here).toMatch(/#\/session\/[0-9a-f-]+\/conversation\?.*record=src-/)
  await expect(page.getByText('which crop to sow in which week').last()).toBeInViewport()
})

test('a record that is not a prompt: the number of prompts falls, and rises again when the correction is removed', async () => {
  const figures = `/session/${await sessionId('Boards that survive a network failure')}/figures`
  await goTo(figures)
  const before = Number(await prompts().textContent())
  const cell = page
    .getByRole('row', { name: /^human prompt/ })
    .first()
    .getByRole('link')
  const listed = Number(await cell.textContent())
  await cell.click()
  const records = page.getByRole('grid', { name: 'Records' })
  await expect(records).toHaveAttribute('aria-rowcount', String(listed + 1))
  await page.keyboard.press('j')
  const pane = page.getByRole('region', { name: 'Record' })
  await expect(pane.getByRole('heading')).toContainText('human prompt')
  await page.keyboard.press('c')
  const choice = pane.getByRole('combobox', { name: 'Class' })
  await expect(choice).toBeFocused()
  await choice.selectOption('hook_feedback')
  await expect(pane.getByRole('heading')).not.toContainText('corrected')
  await pane.getByRole('textbox', { name: 'Reason' }).fill('the words of a hook')
  await page.keyboard.press('Enter')

  await expect(pane.getByRole('heading')).toContainText('corrected')
  await expect(pane).toContainText('human prompt was decided by')
  await expect(records).toHaveAttribute('aria-rowcount', String(listed))
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.getByRole('radio', { name: 'Corrections' }).click()
  await expect(page.getByRole('grid', { name: 'Corrections' })).toHaveAttribute('aria-rowcount', '2')
  await expect(page.getByRole('grid', { name: 'Corrections' })).toContainText('the words of a hook')
  await goTo(figures)
  await expect(prompts()).toHaveText(String(before - 1))

  await goTo('/ledger?tab=corrections')
  await expect(page.getByRole('grid', { name: 'Corrections' })).toBeVisible()
  await page.keyboard.press('j')
  await expect(pane.getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.keyboard.press('u')
  await expect(page.getByRole('heading', { name: 'No corrections' })).toBeVisible()
  await goTo(figures)
  await expect(prompts()).toHaveText(String(before))
})

test('the totals add up, the rules can be searched, and a rule opens what it decided', async () => {
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await expect(page.getByRole('status').filter({ hasText: 'Both ledgers add up' })).toBeVisible()
  await page.getByRole('radio', { name: 'Rules' }).click()
  await page.keyboard.press('/')
  await page.keyboard.type('interrupted by')
  const rules = page.getByRole('grid', { name: 'Rules' })
  await expect(rules).toHaveAttribute('aria-rowcount', '4')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await goTo('/ledger?tab=rules&text=user%2Finterrupt')
  await rules.getByText('user/interrupt-text').dblclick()
  await expect(page.getByRole('grid', { name: 'Records' })).toHaveAttribute('aria-rowcount', '4')
})

test('the reader leads to the record whose class can be corrected', async () => {
  await goTo(`/session/${await sessionId('Boards that survive a network failure')}/chain`)
  await page.getByRole('link', { name: 'Correct class…' }).first().click()
  await expect(page.getByRole('grid', { name: 'Records' })).toHaveAttribute('aria-rowcount', '2')
  await expect(page.getByRole('region', { name: 'Record' }).getByRole('combobox', { name: 'Class' })).toBeVisible()
})
