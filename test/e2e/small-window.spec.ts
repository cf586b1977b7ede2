/** The smallest window: everything can still be seen and reached. */
import { expect, test, type Locator } from '@playwright/test'
import { minimumSize } from '../../main/window-state.ts'
import { ask } from './support/ask.ts'
import { launchWithSamples } from './support/sample-home.ts'

/** Where they are, all at one moment. */
const boxes = (found: Locator) =>
  found.evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x, y, width, height }
    }),
  )

test('in the smallest window every screen is complete, and no table of figures overlaps another', async () => {
  const strata = await launchWithSamples({ size: minimumSize })
  const { page } = strata
  const pictures = page.getByRole('navigation', { name: 'Screens' }).getByRole('link').locator('svg')
  await expect(pictures).toHaveCount(14)
  for (const box of await boxes(pictures)) expect(box).toMatchObject({ width: 16, height: 16 })
  await expect(page.getByRole('link', { name: 'Settings' })).toBeInViewport({ ratio: 1 })
  // Jobs that ended take their room from it: what is hidden then can be scrolled to.
  await page.getByRole('navigation', { name: 'Screens' }).evaluate((element) => {
    element.style.maxHeight = '300px'
  })
  await page.getByRole('link', { name: 'Settings' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('link', { name: 'Settings' })).toBeInViewport({ ratio: 1 })
  for (const box of await boxes(pictures)) expect(box).toMatchObject({ width: 16, height: 16 })
  // A name that is longer than its cell ends with an ellipsis.
  await page.getByRole('link', { name: /^Problems/ }).click()
  const names = page.getByRole('grid', { name: 'Problems' }).locator('.path-name')
  await expect(names).toHaveCount(2)
  for (const name of await names.all())
    expect(await name.evaluate((element) => element.clientWidth <= (element.closest('[role=gridcell]')?.clientWidth ?? 0))).toBe(true)
  const answer = await ask(page, 'sessions.list', { text: 'Boards that survive a network failure' })
  const id = (answer as unknown as { readonly value: { readonly rows: readonly { readonly sessionId: string }[] } }).value.rows[0]
    ?.sessionId
  await page.evaluate(
    (address) => {
      window.location.hash = address
    },
    `/session/${id ?? ''}/figures`,
  )
  await expect(page.getByRole('heading', { name: 'By the reference rules' })).toBeVisible()
  const tables = await boxes(page.getByRole('table'))
  expect(tables.length).toBeGreaterThan(3)
  for (const [at, table] of tables.entries())
    for (const other of tables.slice(at + 1)) {
      const beside = table.x + table.width <= other.x
      const above = table.y + table.height <= other.y
      expect([table, other, beside || above]).toEqual([table, other, true])
    }
  expect(strata.pageErrors).toEqual([])
  await strata.close()
})
