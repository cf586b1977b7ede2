/** What filled the window at a reply: in the inspector, beside a commit, and from the curve of the timeline. */
import { expect, test, type Locator } from '@playwright/test'
import type { RequestView } from '../../app/contract/context.ts'
import { ask } from './support/ask.ts'
import { axeFindings } from './support/axe-findings.ts'
import { sampleWindow } from './support/sample-window.ts'

const { page, goTo, here, sessionId } = sampleWindow()

const statements = 'Import statements of three banks'
const conversation = (): Locator => page().getByRole('region', { name: 'Conversation' })
const outline = (): Locator => page().getByRole('navigation', { name: 'Outline' })
const inspector = (): Locator => page().getByRole('complementary', { name: 'Inspector' })
const sought = (): Locator => page().locator('.conversation-slot.is-sought')
const lens = (): Locator => page().locator('.context-lens')
const items = (): Locator => lens().getByRole('grid', { name: 'Items of the context' })
const itemRows = (): Locator =>
  items()
    .getByRole('row')
    .filter({ has: page().getByRole('gridcell') })
const number = (): Locator => lens().getByRole('spinbutton', { name: /^Reply/ })

const numberIn = (text: string | null): number => Number((text ?? '').replaceAll(/\D/g, ''))

const request = async (at: string): Promise<RequestView> => {
  const answer = await ask(page(), 'context.request', { sessionId: await sessionId(statements), at })
  if (!answer.ok) throw new Error(answer.failure.message)
  return answer.value as RequestView
}

/** The inspector at a prompt, with its Context tab. */
const openTab = async (): Promise<void> => {
  await goTo('/sessions')
  await goTo(`/session/${await sessionId(statements)}`)
  await expect(conversation().getByRole('article').first()).toBeVisible()
  if (!(await inspector().isVisible())) await page().keyboard.press('i')
  await inspector().getByRole('radio', { name: 'Context' }).click()
  await outline()
    .getByRole('button', { name: /Can amounts of zero occur/ })
    .click()
  // The outline scrolls, and the tab follows when the scroll rests.
  await expect(number()).not.toHaveValue('1')
  await expect(items()).toBeVisible()
}

const openCurve = async (): Promise<void> => {
  await goTo('/sessions')
  await goTo(`/session/${await sessionId(statements)}/timeline`)
  await expect(page().locator('.chart')).toBeVisible()
}

test('the tab has one bar of the window, its items by size, and the same numbers as the engine', async () => {
  await openTab()
  const of = Number(await number().inputValue())
  const view = await request(String(of))
  const bar = lens().getByRole('img', { name: /tokens \([\d.]+ %\), [\d,]+ free/ })
  await expect(bar).toBeVisible()
  await expect(lens().locator('.context-size')).toContainText(view.tokens?.toLocaleString('en') ?? '')
  expect(Number(await items().getAttribute('aria-rowcount'))).toBe(view.all.items + 1)
  const sizes = (await items().locator('[role=gridcell]:last-child').allTextContents()).map(numberIn)
  expect(sizes.length).toBeGreaterThan(5)
  expect(sizes).toEqual([...sizes].sort((one, other) => other - one))
  await lens().getByRole('radio', { name: 'Owners' }).click()
  const sum = lens().getByRole('table', { name: 'Tokens by owner' }).locator('tfoot td').nth(1)
  expect(numberIn(await sum.textContent())).toBe(view.tokens)
  await lens().getByRole('radio', { name: 'Items', exact: true }).click()
})

test('repeated items and items that nothing refers to are sets with the sums of the engine', async () => {
  await openTab()
  const view = await request(await number().inputValue())
  for (const [name, set] of [
    ['Repeated', view.marked.repeated],
    ['Not named again', view.marked.unreferred],
  ] as const) {
    await lens()
      .getByRole('radio', { name: `${name} ${set.items}` })
      .click()
    if (set.items === 0) await expect(lens()).toContainText('No items')
    else expect(Number(await items().getAttribute('aria-rowcount'))).toBe(set.items + 1)
  }
  await lens().getByRole('radio', { name: /^All/ }).click()
})

test('Enter on an item goes to its record, the tab stays at its reply until it may follow again', async () => {
  await openTab()
  const reply = await number().inputValue()
  await items().focus()
  await page().keyboard.press('Home')
  const rows = itemRows().filter({ hasText: 'parse.go' })
  await rows.first().getByRole('gridcell').last().click()
  await page().keyboard.press('Enter')
  await expect(sought()).toBeInViewport()
  await expect(sought()).toContainText('parse.go')
  await expect(number()).toHaveValue(reply)
  await expect(inspector().getByText('Stays at')).toBeVisible()
  await inspector().getByRole('button', { name: 'Follow the conversation' }).click()
  await expect(inspector().getByText('Stays at')).toBeHidden()
})

test('the previous and the next reply are a key away, and a number can be typed', async () => {
  await openTab()
  const reply = Number(await number().inputValue())
  await page().keyboard.press('.')
  await expect(number()).toHaveValue(String(reply + 1))
  await page().keyboard.press(',')
  await expect(number()).toHaveValue(String(reply))
  await lens().getByRole('button', { name: 'Previous reply' }).click()
  await expect(number()).toHaveValue(String(reply - 1))
  await number().fill('1')
  const first = await request('1')
  await expect(lens().locator('.context-size')).toContainText(first.tokens?.toLocaleString('en') ?? '')
  await expect(lens().getByRole('button', { name: 'Previous reply' })).toHaveAttribute('aria-disabled', 'true')
})

test('the pointer on the curve shows the bar of the reply, and a click lists what filled it', async () => {
  await openCurve()
  const box = await page().locator('.chart').boundingBox()
  if (box === null) throw new Error('the chart has no size')
  let x = box.x + 200
  for (; x < box.x + box.width - 20; x += 10) {
    await page().mouse.move(x, box.y + 80)
    const title = page().locator('.chart-tip strong').first()
    if ((await title.count()) > 0 && (await title.textContent()) === 'Context') break
  }
  const tip = page().locator('.context-tip')
  await expect(tip.getByRole('img', { name: /free/ })).toBeVisible()
  const [, reply = ''] = /Reply (\d+):/.exec((await tip.textContent()) ?? '') ?? []
  await page().mouse.click(x, box.y + 80)
  await expect(number()).toHaveValue(reply)
  await expect.poll(here).toContain(`reply=${reply}`)
  await items().focus()
  await page().keyboard.press('Home')
  await itemRows().filter({ hasText: 'person' }).first().getByRole('button').click()
  await expect(conversation().getByRole('article').first()).toBeVisible()
  await expect(sought()).toBeInViewport()
})

test('a key on the timeline shows what filled the context at the cursor', async () => {
  await openCurve()
  await page().keyboard.press('n')
  await page().keyboard.press('n')
  await page().keyboard.press('c')
  await expect(lens().getByRole('img', { name: /free/ })).toBeVisible()
  await expect.poll(here).toMatch(/reply=\d+/)
})

for (const theme of ['light', 'dark'] as const)
  test(`axe finds nothing on what filled the window, in the ${theme} theme`, async () => {
    await page().emulateMedia({ colorScheme: theme })
    await openCurve()
    await page().keyboard.press('c')
    await expect(items()).toBeVisible()
    await lens().locator('summary').click()
    expect(await axeFindings(page())).toEqual([])
    for (const face of ['Owners', 'Gone']) {
      const radio = lens().getByRole('radio', { name: new RegExp(`^${face}`) })
      if ((await radio.count()) === 0) continue
      await radio.click()
      expect(await axeFindings(page())).toEqual([])
    }
  })
