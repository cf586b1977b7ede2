/** Reading a session: the timeline leads to the very event, and pages turn by keyboard wherever the focus is. */
import { expect, test } from '@playwright/test'
import { sampleWindow } from './support/sample-window.ts'
import { mainLane } from './support/timeline-places.ts'

const { page, goTo, here, openChain, sessionId } = sampleWindow()

const title = 'Audit trail for bookings'
const sought = () => page().locator('.conversation-slot.is-sought')

test('a click on an event of the timeline shows that event, not the top of its turn', async () => {
  const session = await sessionId(title)
  await goTo(`/session/${session}/timeline`)
  const places = new Set<string>()
  for (const share of [0.25, 0.5, 0.75]) {
    const { x, y } = await mainLane(page(), session)
    await page().mouse.click(x(share), y)
    await expect.poll(here).toContain('record=')
    await expect(sought()).toBeInViewport()
    places.add(await here())
  }
  expect(places.size).toBe(3)
})

test('arrow keys step through the timeline, and the reader follows', async () => {
  await goTo(`/session/${await sessionId(title)}/timeline`)
  await page().locator('.chart').hover()
  await page().keyboard.press('ArrowRight')
  await expect.poll(here).toContain('record=')
  const first = await here()
  await expect(sought()).toBeInViewport()
  await page().keyboard.press('ArrowRight')
  await expect.poll(here).not.toBe(first)
  await expect(sought()).toBeInViewport()
})

test('Page Down and Space turn the pages of the conversation, Page Up and Shift Space turn them back', async () => {
  await openChain(title)
  const reader = page().getByRole('region', { name: 'Conversation' })
  await page().getByRole('heading', { level: 1 }).click()
  const top = (): Promise<number> => reader.evaluate((element) => element.scrollTop)
  for (let row = 0; row < 20; row += 1) {
    const hasPages = await reader.evaluate((element) => element.scrollHeight > 2 * element.clientHeight)
    if (hasPages) break
    await page().keyboard.press('[')
    await page().waitForTimeout(300)
  }
  await reader.evaluate((element) => element.scrollTo({ top: 0 }))
  await page().keyboard.press('PageDown')
  await expect.poll(top).toBeGreaterThan(100)
  const first = await top()
  await page().keyboard.press('Space')
  await expect.poll(top).toBeGreaterThan(first)
  await page().keyboard.press('Shift+Space')
  await page().keyboard.press('PageUp')
  await expect.poll(top).toBe(0)
})

test('Commits shows the commit that is selected in the timeline, however far down it is, and going back shows the same place', async () => {
  const long = await sessionId('Boards that survive a network failure')
  await goTo(`/session/${long}/chain`)
  const grid = page().getByRole('grid', { name: 'Commits' })
  const selected = grid.locator('[role=row][aria-selected=true]')
  await grid.focus()
  await page().keyboard.press('End')
  await expect.poll(here).toContain('commit=')
  const oldest = await here()
  await page().keyboard.press('Home')
  await expect.poll(here).not.toBe(oldest)
  await expect(selected).toBeInViewport()
  await goTo(oldest.slice(1).replace('/chain', '/timeline'))
  await page().getByRole('radio', { name: 'Commits' }).click()
  await expect(selected).toBeInViewport()
  await expect.poll(here).toBe(oldest)
  await grid.evaluate((element) => {
    element.scrollTop = 0
  })
  await page().getByRole('radio', { name: 'Timeline' }).click()
  await page().getByRole('radio', { name: 'Commits' }).click()
  await expect(grid).toBeVisible()
  await expect.poll(() => grid.evaluate((element) => element.scrollTop)).toBe(0)
})
