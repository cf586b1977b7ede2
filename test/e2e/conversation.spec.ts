/** Reading a whole session on one page: outline, find, sub-agents within, branches, inspector, everything by mouse and by key. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Locator } from '@playwright/test'
import { conversation as conversationOf } from '../support/conversation.ts'
import { writeConversation } from '../support/write-conversation.ts'
import { importTranscripts } from './support/ask.ts'
import { sampleWindow } from './support/sample-window.ts'

const { strata, page, goTo, here, sessionId } = sampleWindow()

const statements = 'Import statements of three banks'
const conversation = (): Locator => page().getByRole('region', { name: 'Conversation' })
const outline = (): Locator => page().getByRole('navigation', { name: 'Outline' })
const sought = (): Locator => page().locator('.conversation-slot.is-sought')
const find = (): Locator => page().getByRole('search', { name: 'Find in conversation' })

const open = async (title: string): Promise<void> => {
  await goTo('/sessions')
  await goTo(`/session/${await sessionId(title)}`)
  await expect(conversation().getByRole('article').first()).toBeVisible()
}

test('a session opens at its first prompt, and Enter in the list is the only step', async () => {
  await goTo('/sessions')
  await page().keyboard.press('/')
  await page().keyboard.type('statements of three')
  await page().keyboard.press('Enter')
  await page()
    .getByRole('row', { name: /Import statements/ })
    .click()
  await page().keyboard.press('Enter')
  await expect(conversation().getByText('LEDGER-31: the treasurer wants')).toBeInViewport()
  await expect(conversation()).toBeFocused()
})

test('the outline lists the prompts with what followed, leads to each, and follows the scroll', async () => {
  await open(statements)
  const entry = outline().getByRole('button', { name: /umlauts from the savings bank/ })
  await entry.click()
  await expect(conversation().getByText('And umlauts from the savings')).toBeInViewport()
  await expect(entry).toHaveAttribute('aria-current', 'location')
  await entry.press('ArrowDown')
  await expect(conversation().getByText('Can amounts of zero occur?')).toBeInViewport()
  await conversation().evaluate((element) => element.scrollTo({ top: 0 }))
  await expect(outline().getByRole('button', { name: /LEDGER-31/ })).toHaveAttribute('aria-current', 'location')
  await expect(outline().getByRole('button', { name: /LEDGER-31/ })).toContainText('1sub-agent')
})

/** Pixels below what is in view, once the heights of rows have been the same for some frames. */
const leftBelow = (): Promise<number> =>
  conversation().evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        let [height, frames] = [0, 0]
        const look = (): void => {
          frames = element.scrollHeight === height ? frames + 1 : 0
          height = element.scrollHeight
          if (frames < 30) requestAnimationFrame(look)
          else resolve(Math.round(height - element.scrollTop - element.clientHeight))
        }
        look()
      }),
  )

test('End leads to the end, though rows get their heights when they are drawn, and arrow keys leave it', async () => {
  const knots = conversationOf({ seed: 'knots', cwd: '/p', start: '2026-03-25T09:00:00Z' })
  for (let knot = 1; knot <= 40; knot += 1)
    knots
      .human(`How is knot ${knot} tied?`)
      .agent(Array.from({ length: (knot * 7) % 23 }, (_, at) => `Step ${at + 1} of knot ${knot}.`).join('\n\n'))
  const folder = mkdtempSync(path.join(tmpdir(), 'strata-knots-'))
  await importTranscripts(page(), writeConversation(folder, knots).projects)
  rmSync(folder, { recursive: true, force: true })
  await open('How is knot 1 tied?')
  await page().keyboard.press('End')
  expect(await leftBelow()).toBe(0)
  await page().keyboard.press('PageUp')
  await expect.poll(leftBelow).toBeGreaterThan(0)
  await page().keyboard.press('End')
  expect(await leftBelow()).toBe(0)
})

test('the result of a sub-agent is shown once: in the card while it is folded, as its last response while it is not', async () => {
  await open(statements)
  const card = conversation().locator('.tool').filter({ hasText: 'Explore: Survey the statements' })
  await card.getByRole('button').first().click()
  await expect(card.locator('.tool-result')).toContainText('Three kinds of files')
  const agent = conversation().getByRole('button', { name: /^Sub-agent Explore/ })
  await expect(agent).toContainText('3 tool calls')
  await agent.click()
  await expect(agent).toHaveAttribute('aria-expanded', 'true')
  await expect(conversation().getByRole('button', { name: /head -2 testdata/ })).toBeVisible()
  await expect(card).toContainText('The result is at the end of the sub-agent, below.')
  const end = conversation().getByRole('region', { name: 'End of Sub-agent Explore' })
  await end.scrollIntoViewIfNeeded()
  await expect(end).toContainText('Result of Sub-agent Explore: its last response, above')
  await expect(conversation().getByText('Three kinds of files')).toHaveCount(1)
  await end.getByRole('button', { name: 'Fold' }).click()
  await expect(end).toBeHidden()
  await conversation().evaluate((element) => element.scrollTo({ top: 0 }))
  await expect(card.locator('.tool-result')).toContainText('Three kinds of files')
})

test('Back returns to where a session was left, with its sub-agents unfolded', async () => {
  await open(statements)
  await conversation()
    .getByRole('button', { name: /^Sub-agent Explore/ })
    .click()
  await outline()
    .getByRole('button', { name: /Can amounts of zero occur/ })
    .click()
  await expect(conversation().getByText('Can amounts of zero occur?')).toBeInViewport()
  await goTo('/files')
  await expect(page().getByRole('tree', { name: 'Files' })).toBeVisible()
  await page().goBack()
  await expect(conversation().getByText('Can amounts of zero occur?')).toBeInViewport()
  await page().keyboard.press('g')
  await page().keyboard.press('g')
  await expect(conversation().getByRole('button', { name: /^Sub-agent Explore/ })).toHaveAttribute('aria-expanded', 'true')
  await open(statements)
  await expect(conversation().getByText('LEDGER-31: the treasurer wants')).toBeInViewport()
})

test('Ctrl+F finds in what is folded and in sub-agents, counts, marks and opens each match', async () => {
  await open(statements)
  await page().keyboard.press('Control+f')
  await page().keyboard.type('coop-2025-12')
  await expect(find().getByRole('status')).toHaveText(/^\d+ match/)
  const agent = conversation().getByRole('button', { name: /^Sub-agent Explore/ })
  await expect(agent).toHaveAttribute('aria-expanded', 'false')
  await page().keyboard.press('Enter')
  await expect(find().getByRole('status')).toHaveText(/^1 of \d/)
  await expect(agent).toHaveAttribute('aria-expanded', 'true')
  await expect(sought()).toContainText('coop-2025-12')
  await expect(sought().getByRole('button', { expanded: false })).toHaveCount(0)
  const marked = (): Promise<number> => page().evaluate<number>("CSS.highlights.get('found-here')?.size ?? 0")
  await expect.poll(marked).toBeGreaterThan(0)
  const first = await find().getByRole('status').textContent()
  await page().keyboard.press('F3')
  await expect(find().getByRole('status')).not.toHaveText(first ?? '')
  await page().keyboard.press('Shift+F3')
  await expect(find().getByRole('status')).toHaveText(first ?? '')
  await page().keyboard.press('Escape')
  await expect(find()).toBeHidden()
  await expect.poll(marked).toBe(0)
  await expect(conversation()).toBeFocused()
})

test('a text that is nowhere has no matches, and case is matched when wanted', async () => {
  await open(statements)
  await page().keyboard.press('/')
  await page().keyboard.type('ledger-31')
  await expect(find().getByRole('status')).toHaveText(/match/)
  await find().getByRole('button', { name: 'Match case' }).click()
  await expect(find().getByRole('status')).toHaveText('No matches')
  await find().getByRole('button', { name: 'Close' }).click()
})

test('keys lead to the next prompt, error, file change and compaction, and back', async () => {
  await open(statements)
  await page().keyboard.press('n')
  await expect(sought()).toContainText('Uh, that amount thing is bad')
  await expect(sought()).toBeInViewport()
  await page().keyboard.press('p')
  await expect(sought()).toContainText('LEDGER-31')
  await page().keyboard.press('f')
  await expect(sought().locator('.tool-name').first()).toHaveText(/Edit|Write/)
  await page().keyboard.press('e')
  await expect(sought()).toBeInViewport()
  await page().keyboard.press('c')
  await expect(sought().getByRole('region', { name: /ompaction/ })).toBeVisible()
})

test('the arrow keys scroll also after a jump away from a focused part', async () => {
  await open(statements)
  await conversation().getByRole('button', { name: 'Thinking' }).first().focus()
  await page().keyboard.press('c')
  await expect(conversation()).toBeFocused()
  await expect(sought()).toContainText('Microcompaction')
  await conversation().getByRole('button').first().focus()
  await page().keyboard.press('PageUp')
  await expect(conversation()).toBeFocused()
})

test('beside the inspector the number of matches is not under the buttons', async () => {
  await open(statements)
  await page().keyboard.press('i')
  await page().keyboard.press('Control+f')
  await page().keyboard.type('a')
  const count = find().getByRole('status')
  await expect(count).toHaveText(/matches in/)
  const [left, right] = [await count.boundingBox(), await find().getByRole('button', { name: 'Match case' }).boundingBox()]
  const words = await count.evaluate((element) => element.scrollWidth)
  expect((left?.x ?? 0) + words).toBeLessThanOrEqual(right?.x ?? 0)
  await page().keyboard.press('Escape')
  await page().keyboard.press('i')
})

test('a compaction says what its summary lost, and each item is found in the conversation', async () => {
  await open(statements)
  const compactions = outline().getByRole('button', { name: /^Compaction 144,135/ })
  await compactions.click()
  const compaction = conversation().getByRole('region', { name: 'Compaction' }).filter({ hasText: '144,135' })
  await compaction.getByRole('button', { name: 'What was lost' }).click()
  await compaction.getByRole('button', { name: 'testdata/statements/savings-2025-12.csv' }).click()
  await expect(find().getByRole('textbox')).toHaveValue('testdata/statements/savings-2025-12.csv')
  await expect(find().getByRole('status')).toHaveText(/match/)
  await page().keyboard.press('Escape')
})

test('the inspector shows the commit in view, in tabs that are remembered', async () => {
  await open(statements)
  const inspector = page().getByRole('complementary', { name: 'Inspector' })
  await page().keyboard.press('i')
  await expect(inspector.locator('.commit-facts')).toContainText('ctx-')
  const first = await inspector.locator('.commit-facts button').first().textContent()
  await page().keyboard.press('n')
  await expect(inspector.locator('.commit-facts button').first()).not.toHaveText(first ?? '')
  for (const [tab, text] of [
    ['Context', 'Details of the request'],
    ['Files', 'bankcsv'],
    ['State', 'Goal'],
    ['State', 'Git branch'],
  ] as const) {
    await inspector.getByRole('radio', { name: tab }).click()
    await expect(inspector).toContainText(text)
  }
  await page().keyboard.press('i')
  await expect(inspector).toBeHidden()
  await page().keyboard.press('i')
  await expect(inspector).toContainText('Git branch')
  await inspector.getByRole('radio', { name: 'Commit' }).click()
  await page().keyboard.press('i')
})

test('a narrow window hides the outline beside the inspector, and then shows the entry in view again', async () => {
  const resize = (width: number, height: number): Promise<void> =>
    strata().app.evaluate(({ BrowserWindow }, [w, h]) => BrowserWindow.getAllWindows()[0]?.setContentSize(w, h), [width, height] as const)
  await resize(900, 600)
  await open(statements)
  await conversation()
    .getByRole('button', { name: /^Sub-agent Explore/ })
    .click()
  await page().keyboard.press('i')
  await expect(outline()).toBeHidden()
  await goTo(`/session/${await sessionId(statements)}`)
  await page().keyboard.press('i')
  await page().keyboard.press('Control+f')
  await page().keyboard.type('statement')
  await expect(find().getByRole('status')).toHaveText(/match/)
  await page().keyboard.press('Enter')
  await expect(outline().getByRole('button', { name: /LEDGER-31/ })).toBeInViewport({ ratio: 0.9 })
  await resize(1280, 800)
})

test('the branch that a rewind left is one click away, and so is the way back', async () => {
  await open('Make the next boat stand out')
  await outline()
    .getByRole('button', { name: /^Other branch/ })
    .first()
    .click()
  await conversation().getByRole('button', { name: 'Read this branch' }).first().click()
  await expect.poll(here).toContain('branch=ctx-')
  await expect(page().getByText('Another branch of this session.')).toBeVisible()
  await page().getByRole('button', { name: 'Read the main branch' }).click()
  await expect.poll(here).not.toContain('branch=')
})

test('the strip above the conversation leads to an event, and shows what is in view', async () => {
  await open(statements)
  const strip = page().locator('.timeline-strip-place canvas').first()
  const box = await strip.boundingBox()
  if (box === null) throw new Error('the strip has no size')
  await page().mouse.click(box.x + box.width * 0.99, box.y + box.height / 2)
  await expect(sought()).toBeInViewport()
  await expect(outline().locator('[aria-current=location]')).toContainText('Last thing')
})

test('the outline says what each prompt cost, and a key leads to the one that cost most', async () => {
  await open(statements)
  const costs = outline().locator('.outline-marks', { hasText: '$' })
  await expect(costs.first()).toBeVisible()
  await page().keyboard.press('$')
  await expect(sought()).toBeInViewport()
  await expect(outline().locator('[aria-current=location]')).toContainText('$')
})

test('in order of cost the outline begins with the costliest prompt and ends with the total of the head', async () => {
  await open(statements)
  await page().getByRole('radio', { name: 'By cost' }).click()
  const costs = await outline().locator('.outline-marks .outline-usd').allTextContents()
  const amounts = costs.map((text) => Number(text.replace(/[^\d.]/g, '')))
  expect(amounts).toEqual([...amounts].sort((one, other) => other - one))
  expect(amounts.length).toBeGreaterThan(1)
  const usd = (text: string | null): string => /\$([\d.]+)/.exec(text ?? '')?.[1] ?? 'none'
  const head = usd(await page().locator('.session-head-facts').textContent())
  expect(usd(await outline().locator('.outline-total .outline-usd').textContent())).toBe(Number(head).toFixed(2))
  await page().locator('.outline-entry').first().click()
  await expect(outline().locator('.is-current .outline-split')).toContainText('cache read')
})

test('commands of the session resume, export and fork its end', async () => {
  await open(statements)
  for (const [button, heading] of [
    ['Resume…', /Export/],
    ['Export…', /Export/],
    ['Fork…', /Fork/],
  ] as const) {
    await page().getByRole('button', { name: button, exact: true }).click()
    await expect(page().getByRole('dialog', { name: heading })).toBeVisible()
    await page().keyboard.press('Escape')
  }
})
