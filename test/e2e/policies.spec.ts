/** The screen Policies: a backtest is run, its rows and cases are read by keyboard, and a case opens in its conversation. */
import { expect, test, type Locator } from '@playwright/test'
import { axeFindings } from './support/axe-findings.ts'
import { sampleWindow } from './support/sample-window.ts'

const { page, goTo, here } = sampleWindow()

const grid = (name: string): Locator => page().getByRole('grid', { name })

test('a backtest is run, a policy shows its cases, and Enter opens one in its conversation', async () => {
  await goTo('/policies')
  await expect(page().getByRole('heading', { name: 'No backtest' })).toBeVisible()
  await page().getByRole('button', { name: 'Run backtest' }).first().click()
  await expect(grid('Policies').getByRole('row').nth(1)).toBeVisible({ timeout: 120_000 })
  await expect(page().getByRole('status').filter({ hasText: 'cases of' })).toBeVisible()
  await expect(page().getByText('No policy selected')).toBeVisible()
  await page().keyboard.press('j')
  await expect(grid('Cases').getByRole('row').nth(1)).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page().emulateMedia({ colorScheme })
    await page().waitForTimeout(700)
    expect(await axeFindings(page())).toEqual([])
  }
  await page().keyboard.press('j')
  await expect.poll(here).toContain('row=')
  await grid('Cases').getByRole('row').nth(1).click()
  await expect.poll(here).toContain('case=')
  await page().keyboard.press('Enter')
  await expect.poll(here).toMatch(/session\/.*conversation.*record=/)
})

test('the last backtest is shown again when a person comes back, and other moments have their own', async () => {
  await goTo('/policies')
  await expect(grid('Policies').getByRole('row').nth(1)).toBeVisible({ timeout: 120_000 })
  await page().getByRole('radio', { name: 'At replies' }).click()
  await expect(page().getByRole('heading', { name: 'No backtest' })).toBeVisible()
  await page().getByRole('radio', { name: 'At prompts' }).click()
  await expect(grid('Policies').getByRole('row').nth(1)).toBeVisible()
})
