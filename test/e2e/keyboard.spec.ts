/** Everything by keyboard, in both themes. */
import { expect, test } from '@playwright/test'
import { launchStrata } from './support/launch-strata.ts'
import { launchWithSamples, sampleHome } from './support/sample-home.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test(`from the first window to a line of a conversation without the mouse, ${colorScheme}`, async () => {
    const { home, remove } = sampleHome()
    const strata = await launchStrata({ home, colorScheme })
    const { page } = strata
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    await expect(page.getByRole('button', { name: /^Import all/ })).toBeEnabled()
    await page.keyboard.press('Control+Shift+I')
    await expect(page.getByRole('button', { name: 'Show sessions' })).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await expect(page.getByRole('grid', { name: 'Sessions' })).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.type('survive')
    await expect(page.getByRole('grid', { name: 'Sessions' })).toHaveAttribute('aria-rowcount', '2')
    // Once empties the field, once leaves it.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('grid', { name: 'Sessions' })).toHaveAttribute('aria-rowcount', '17')
    const boards = page.getByRole('row', { name: /Boards that survive/ })
    for (let row = 0; row < 16 && (await boards.getAttribute('aria-selected')) !== 'true'; row += 1) await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Boards that survive a network failure')
    await expect(page.getByRole('region', { name: 'Conversation' })).toBeFocused()
    await page.keyboard.press('n')
    await expect(page.locator('.conversation-slot.is-sought')).toBeInViewport()
    await page.keyboard.press('2')
    await expect(page.getByRole('img', { name: /^Timeline of/ })).toBeVisible()
    await page.keyboard.press('w')
    await expect.poll(() => page.evaluate(() => window.location.hash)).toMatch(/from=/)
    await page.keyboard.press('0')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Conversation' })).toBeVisible()
    await page.keyboard.press('3')
    await expect(page.getByRole('grid', { name: 'Commits' })).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('v')
    await expect(page.getByText('Checkpoint')).toBeVisible()
    await page.keyboard.press('t')
    await expect(page.getByRole('img', { name: /^Timeline of/ })).toBeVisible()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Zoom in')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+T')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    expect(strata.pageErrors).toEqual([])
    await strata.close()
    remove()
  })
}

test('the focus is always visible: every stop of the Tab key has a ring', async () => {
  const { home, remove } = sampleHome()
  const strata = await launchStrata({ home })
  const { page } = strata
  await expect(page.getByRole('button', { name: /^Import all/ })).toBeEnabled()
  const seen = new Set<string>()
  for (let stop = 0; stop < 14; stop += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const own = document.activeElement
      if (own === null || own === document.body) return undefined
      const ring = getComputedStyle(own)
      return {
        name: own.getAttribute('aria-label') ?? own.textContent,
        hasRing: ring.outlineStyle !== 'none' || own.closest('.field') !== null,
      }
    })
    if (focused === undefined) continue
    seen.add(focused.name)
    expect([focused.name, focused.hasRing]).toEqual([focused.name, true])
  }
  expect(seen.size).toBeGreaterThan(8)
  await strata.close()
  remove()
})

test('a list is sorted by the keyboard: Tab to its headings, the arrows from one to the next', async () => {
  const strata = await launchWithSamples()
  const { page } = strata
  await page.keyboard.press('g')
  await page.keyboard.press('s')
  const grid = page.getByRole('grid', { name: 'Sessions' })
  await grid.focus()
  await page.keyboard.press('Tab')
  const focused = (): Promise<string | undefined> => page.evaluate(() => document.activeElement?.textContent)
  const first = await focused()
  await page.keyboard.press('ArrowRight')
  const second = await focused()
  expect(second).not.toBe(first)
  await page.keyboard.press('Enter')
  const sorted = grid.getByRole('columnheader', { name: second ?? '' })
  await expect(sorted).toHaveAttribute('aria-sort', /ascending|descending/)
  // What is sorted by is where Tab comes to now.
  await grid.focus()
  await page.keyboard.press('Tab')
  await expect(sorted.getByRole('button')).toBeFocused()
  expect(strata.pageErrors).toEqual([])
  await strata.close()
})

test('a dialog keeps the focus on the pressed button, and closes on going back', async () => {
  const strata = await launchWithSamples()
  const { page } = strata
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.getByRole('button', { name: 'Collect garbage…' }).click()
  const form = page.getByRole('dialog', { name: 'Collect garbage' })
  const look = form.getByRole('button', { name: 'Preview', exact: true })
  await look.focus()
  await page.keyboard.press('Enter')
  await expect(form).toContainText(/Nothing to remove|would be removed/)
  await expect(look).toBeFocused()
  await page.goBack()
  await expect(form).toHaveCount(0)
  await page.goForward()
  await page.getByRole('button', { name: 'Collect garbage…' }).click()
  // Tabbing to it shows its tooltip.
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('tooltip')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await strata.close()
})

test('Enter in the palette without a word opens the newest session', async () => {
  const strata = await launchWithSamples()
  const { page } = strata
  await page.keyboard.press('Control+K')
  const newest = page.getByRole('group', { name: 'Newest sessions' }).getByRole('option').first()
  await expect(newest).toHaveAttribute('aria-selected', 'true')
  const title = (await newest.locator('.palette-title').textContent()) ?? ''
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await strata.close()
})
