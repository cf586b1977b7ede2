/** Two conversations side by side: from where they part, scrolled together, with what only one of them has, by mouse and by key. */
import { expect, test, type Locator } from '@playwright/test'
import type { LogPage } from '../../app/contract/commits.ts'
import type { SessionOutline } from '../../app/contract/reader.ts'
import { ask } from './support/ask.ts'
import { axeFindings } from './support/axe-findings.ts'
import { sampleWindow } from './support/sample-window.ts'

const { strata, page, goTo, here, sessionId } = sampleWindow()

const side = (name: 'Left' | 'Right'): Locator => page().getByRole('region', { name: `${name} side` })
const column = (name: 'Left' | 'Right'): Locator => page().getByRole('region', { name: `${name} conversation` })
const steps = (): Locator => page().getByRole('group', { name: 'Differences' })
const together = (): Locator => page().getByRole('button', { name: 'Scroll together' })

const outlineOf = async (title: string): Promise<SessionOutline> => {
  const answer = await ask(page(), 'session.outline', { sessionId: await sessionId(title) })
  if (!answer.ok) throw new Error(answer.failure.message)
  return answer.value as SessionOutline
}

const layouts = 'Make the next boat stand out'

/** Opens the branch with three columns beside the one that stayed. */
const openBranches = async (): Promise<SessionOutline> => {
  const outline = await outlineOf(layouts)
  const branch = outline.main.branches.find(({ commits }) => commits > 1) ?? outline.main.branches[0]
  await goTo('/sessions')
  await goTo(`/compare?left=${branch?.tip ?? ''}&right=${outline.main.tip}`)
  await expect(column('Left').getByRole('article').first()).toBeVisible()
  await expect(column('Right').getByRole('article').first()).toBeVisible()
  return outline
}

const openFork = async (): Promise<void> => {
  const [left, right] = [await outlineOf('Fewer requests to the harbour feed'), await outlineOf('events instead of polling')]
  await goTo('/sessions')
  await goTo(`/compare?left=${left.main.tip}&right=${right.main.tip}`)
  await expect(column('Right').getByRole('article').first()).toBeVisible()
}

const topOf = async (place: Locator): Promise<number> => (await place.boundingBox())?.y ?? Number.NaN
const scrolledTo = (name: 'Left' | 'Right'): Promise<number> => column(name).evaluate((element) => element.scrollTop)

test('two branches of a conversation are read side by side from where they part, and what is in common is folded', async () => {
  await openBranches()
  const [left, right] = [column('Left').getByText('First idea: three columns'), column('Right').getByText('Keep the list as it is')]
  await expect(left).toBeInViewport()
  await expect(right).toBeInViewport()
  expect(Math.abs((await topOf(left)) - (await topOf(right)))).toBeLessThan(2)
  await expect(column('Left').getByText('columns: 3').first()).toBeVisible()
  await expect(column('Left').getByText('This is the board today')).toBeHidden()
  const fold = column('Left').getByRole('button', { name: /^\d+ records in common$/ })
  await fold.click()
  await expect(column('Left').getByText('This is the board today')).toBeInViewport()
  await expect(column('Right').getByText('This is the board today')).toBeInViewport()
  await page().keyboard.press('u')
  await expect(column('Right').getByText('This is the board today')).toBeHidden()
})

test('the figures of each side and what is in common are above, and the common commit leads to its session', async () => {
  await openBranches()
  await expect(side('Left')).toContainText(
    /Only here, in this chain without its sub-agents: 2 prompts, \d+ tool calls, \d+ errors?, \d+ files? changed, \d+ commits?/,
  )
  await page().getByRole('region', { name: 'Comparison' }).getByRole('button', { name: /^ctx-/ }).click()
  await expect.poll(here).toContain('#/session/')
})

test('a fork starts at the same height as the session that it continues, and each side marks what only it has', async () => {
  await openFork()
  const [left, right] = [column('Left').getByText('Take A, the cache'), column('Right').getByText('Same starting point')]
  await expect(left).toBeInViewport()
  expect(Math.abs((await topOf(left)) - (await topOf(right)))).toBeLessThan(2)
  await expect(column('Left').getByText('Prompt only here').first()).toBeVisible()
  await expect(column('Left').getByText('Changed only here: feed.ts').first()).toBeVisible()
  await expect(column('Right').getByText('Changed only here: sailing-stream.ts').first()).toBeVisible()
})

test('both sides scroll by prompts: the second is beside the second, by wheel and by key', async () => {
  await openBranches()
  const [left, right] = [
    column('Left').getByText('Too small, you are right'),
    column('Right').getByText('Yes! Ines from the ticket office'),
  ]
  await column('Left').hover()
  await page().mouse.wheel(0, 100)
  await expect.poll(() => scrolledTo('Right')).toBeGreaterThan(0)
  // A wheel scrolls smoothly: a key that is pressed before it rests is followed by the rest of its way.
  await expect.poll(() => scrolledTo('Left')).toBe(100)
  // The next difference that is a prompt of the left side, after those of the first turn.
  for (let step = 0; step < 20; step += 1) {
    await page().keyboard.press('n')
    if (await left.isVisible()) {
      const current = page().locator('.only-here.is-current')
      if ((await current.textContent())?.includes('Too small, you are right')) break
    }
  }
  await expect(left).toBeInViewport()
  await expect(right).toBeInViewport()
  await expect.poll(async () => Math.abs((await topOf(left)) - (await topOf(right)))).toBeLessThan(4)
  // The right side leads now.
  await page().keyboard.press(']')
  await expect(column('Right')).toBeFocused()
  const before = await scrolledTo('Left')
  await page().keyboard.press('PageUp')
  await expect.poll(() => scrolledTo('Left')).toBeLessThan(before)
})

test('without “Scroll together” each side stays where it is, and the choice is kept', async () => {
  await openBranches()
  await together().click()
  await expect(together()).toHaveAttribute('aria-pressed', 'false')
  await page().keyboard.press(']')
  const before = await scrolledTo('Left')
  await page().keyboard.press('PageDown')
  await expect.poll(() => scrolledTo('Right')).toBeGreaterThan(100)
  expect(await scrolledTo('Left')).toBe(before)
  await openFork()
  await expect(together()).toHaveAttribute('aria-pressed', 'false')
  await page().keyboard.press('t')
  await expect(together()).toHaveAttribute('aria-pressed', 'true')
})

test('n and p and the buttons go from difference to difference, and say which of how many it is', async () => {
  await openFork()
  const total = /(\d+) differences/.exec((await steps().textContent()) ?? '')?.[1] ?? ''
  expect(Number(total)).toBeGreaterThan(3)
  await page().keyboard.press('n')
  await expect(steps()).toContainText(`1 of ${total} differences`)
  await expect(page().locator('.only-here.is-current')).toContainText('Take A, the cache')
  await steps().getByRole('button', { name: 'Next difference' }).click()
  await expect(steps()).toContainText(`2 of ${total} differences`)
  await page().keyboard.press('p')
  await page().keyboard.press('p')
  await expect(page().getByText('No earlier difference')).toBeVisible()
  for (let step = 1; step < Number(total); step += 1) await page().keyboard.press('n')
  await expect(steps()).toContainText(`${total} of ${total} differences`)
  await expect(page().locator('.only-here.is-current')).toBeInViewport()
})

test('keys move in the side with the focus, Enter opens its session at the row in view, Escape goes back', async () => {
  await openFork()
  await page().keyboard.press(']')
  await expect(column('Right')).toBeFocused()
  await page().keyboard.press('j')
  await page().keyboard.press('ArrowDown')
  await expect.poll(() => scrolledTo('Right')).toBeGreaterThan(100)
  await page().keyboard.press('k')
  await page().keyboard.press('ArrowUp')
  await expect.poll(() => scrolledTo('Right')).toBe(0)
  await page().keyboard.press('[')
  await page().keyboard.press('n')
  await page().keyboard.press('Enter')
  await expect.poll(here).toMatch(/#\/session\/.*record=/)
  await expect(page().locator('.conversation-slot.is-sought')).toContainText('Take A, the cache')
  await page().evaluate(() => window.history.back())
  await expect(column('Left')).toBeVisible()
  await page().keyboard.press('Escape')
  await expect.poll(here).toBe('#/sessions')
})

test('Enter opens a branch that the main one does not contain as that branch', async () => {
  await openBranches()
  await page().keyboard.press('n')
  await page().keyboard.press('Enter')
  await expect.poll(here).toContain('branch=ctx-')
  await expect(page().locator('.conversation-slot.is-sought')).toContainText('First idea: three columns')
})

test('two selected sessions are compared by key and by the button of the bar, one or three are not', async () => {
  await goTo('/sessions?text=Fewer%20requests&group=none')
  const grid = page().getByRole('grid', { name: 'Sessions' })
  await expect(grid).toHaveAttribute('aria-rowcount', '3')
  await grid.focus()
  await page().keyboard.press('j')
  await page().keyboard.press('x')
  const compare = page().getByRole('toolbar', { name: 'Selected sessions' }).getByRole('button', { name: 'Compare' })
  await expect(page().getByRole('toolbar', { name: 'Selected sessions' })).toBeVisible()
  await expect(compare).toBeHidden()
  await page().keyboard.press('Shift+ArrowDown')
  await expect(compare).toBeVisible()
  await page().keyboard.press('Shift+C')
  await expect(column('Left')).toBeVisible()
  await expect(side('Left')).toContainText('Fewer requests')
  await expect(side('Right')).toContainText('Fewer requests')
})

test('notes of the client after a turn are one line', async () => {
  await openFork()
  await column('Left').evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
  await expect(
    column('Left')
      .getByRole('button', { name: /^\d client notes?: / })
      .first(),
  ).toBeAttached()
  await expect(column('Left').getByText('turn_duration', { exact: true })).toHaveCount(0)
})

test('a session is compared with another one by words of its title', async () => {
  await goTo(`/session/${await sessionId('Fewer requests to the harbour feed')}`)
  await page().getByRole('button', { name: 'Compare…', exact: true }).click()
  const dialog = page().getByRole('dialog', { name: 'Compare with' })
  await dialog.getByRole('combobox').fill('events instead of polling')
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(side('Right')).toContainText('events instead of polling')
})

test('a side that is the beginning of the other one, or the same, is said to be', async () => {
  const outline = await outlineOf(layouts)
  const answer = await ask(page(), 'chain.log', { of: outline.main.tip })
  if (!answer.ok) throw new Error(answer.failure.message)
  const [tip, parent] = (answer.value as LogPage).commits
  await goTo(`/compare?left=${parent?.commitId ?? ''}&right=${tip?.commitId ?? ''}`)
  await expect(page().getByRole('heading', { name: `${tip?.commitId ?? ''} continues ${parent?.commitId ?? ''}: 1 commit` })).toBeVisible()
  await page().getByRole('button', { name: 'Read what was added' }).click()
  await expect.poll(here).toContain(`commit=${tip?.commitId ?? ''}`)
  await goTo(`/compare?left=${tip?.commitId ?? ''}&right=${tip?.commitId ?? ''}`)
  await expect(page().getByRole('heading', { name: 'Both sides are the same commit' })).toBeVisible()
})

test('axe finds nothing, light and dark', async () => {
  for (const theme of ['light', 'dark'] as const) {
    await page().emulateMedia({ colorScheme: theme })
    await openFork()
    await page().keyboard.press('n')
    expect(await axeFindings(page())).toEqual([])
  }
})

test('in narrow columns the names of files in tool cards are whole, and no card is wider than its column', async () => {
  await strata().app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(900, 700))
  await openFork()
  const cut: string[] = []
  let seen = 0
  for (let step = 0; step < 12; step += 1) {
    const found = await page().evaluate(() => {
      const cards: { isWide: boolean; text: string; names: (readonly [name: string, hidden: number])[] }[] = []
      document.querySelectorAll<HTMLElement>('.tool').forEach((card) => {
        const right = card.closest('.conversation')?.getBoundingClientRect().right ?? 0
        const box = card.getBoundingClientRect()
        let isWide = box.right > right
        for (let at = 0; at < card.children.length; at += 1) isWide ||= (card.children.item(at)?.scrollWidth ?? 0) > box.width
        const names: (readonly [name: string, hidden: number])[] = []
        card.querySelectorAll<HTMLElement>('.tool-head .path-name').forEach((name) => {
          names.push([name.textContent, name.scrollWidth - name.clientWidth])
        })
        cards.push({ isWide, text: card.textContent, names })
      })
      return cards
    })
    for (const { isWide, text, names } of found) {
      if (isWide) cut.push(text.slice(0, 80))
      for (const [name, hidden] of names) if (hidden > 0) cut.push(name)
      seen += names.length
    }
    await page().keyboard.press('n')
    await page().waitForTimeout(150)
  }
  expect(seen).toBeGreaterThan(0)
  expect([...new Set(cut)]).toEqual([])
  await strata().app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(1280, 800))
})
