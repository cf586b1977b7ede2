/** The screens on the sample sessions: what a person sees and does in each. */
import { expect, test, type Page } from '@playwright/test'
import { ask } from './support/ask.ts'
import { sampleWindow } from './support/sample-window.ts'
import { mainLane } from './support/timeline-places.ts'

const opened = sampleWindow()
const { goTo, here, sessionId, clipboard } = opened
let page: Page

test.beforeAll(() => {
  page = opened.page()
})

test('a click on a heading sorts the list in the engine, and another one reverses it', async () => {
  await goTo('/sessions?sort=toolCalls')
  const heading = page.getByRole('columnheader', { name: 'Tools' })
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('row').nth(1)).toContainText('Boards that survive a network failure')
  await heading.getByRole('button').click()
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  await expect(page.getByRole('row').nth(1)).not.toContainText('Boards that survive a network failure')
  await heading.getByRole('button').click()
  await expect(heading).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('row').nth(1)).toContainText('Boards that survive a network failure')
})

test('one-shot and warm-up sessions are folded with a count, and shown on demand', async () => {
  await goTo('/sessions')
  await page.getByRole('button', { name: '1 one-shot, 1 warm-up folded' }).click()
  await expect(page.getByRole('grid', { name: 'Sessions' })).toHaveAttribute('aria-rowcount', '19')
  await page.keyboard.press('Shift+H')
  await expect(page.getByRole('grid', { name: 'Sessions' })).toHaveAttribute('aria-rowcount', '17')
})

test('the zoom of the timeline is in the address and can be reset, and a click opens the event at the pointer', async () => {
  const session = await sessionId('Boards that survive a network failure')
  await goTo(`/session/${session}/timeline`)
  await expect(page.getByRole('img', { name: /^Timeline of/ })).toBeVisible()
  await expect(page.getByRole('list', { name: /^Legend/ })).toContainText('Compaction')
  const { x, y } = await mainLane(page, session)
  await page.mouse.move(x(0.5), y)
  await page.mouse.wheel(0, -600)
  await expect.poll(here).toMatch(/from=\d+&to=\d+/)
  await page.keyboard.press('0')
  await expect.poll(here).not.toMatch(/from=/)
  await page.mouse.click(x(0), y)
  await expect(page.getByRole('region', { name: 'Conversation' })).toBeVisible()
  expect(await here()).toMatch(/commit=ctx-/)
})

test('a resting pointer shows a label of the event under it, also while the timeline is zoomed', async () => {
  const session = await sessionId('Boards that survive a network failure')
  await goTo(`/session/${session}/timeline`)
  const { left, right, y } = await mainLane(page, session)
  const tip = page.locator('.chart-tip')
  // A compaction is what is meant some pixels beside it, too: its leftmost one.
  let x = left
  while (!(await tip.allTextContents()).join().includes('Compaction')) {
    expect((x += 2)).toBeLessThan(right)
    await page.mouse.move(x, y)
    // The label is drawn with the next frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  }
  await page.mouse.wheel(0, -1200)
  await expect.poll(here).toMatch(/from=/)
  await expect(tip).not.toContainText('Compaction')
})

test('a range of the timeline is selected with Shift and shows its figures', async () => {
  const session = await sessionId('Boards that survive a network failure')
  await goTo(`/session/${session}/timeline`)
  const { x, aboveLanes } = await mainLane(page, session)
  await page.keyboard.down('Shift')
  await page.mouse.move(x(0.2), aboveLanes)
  await page.mouse.down()
  await page.mouse.move(x(0.6), aboveLanes, { steps: 4 })
  await page.mouse.up()
  await page.keyboard.up('Shift')
  const range = page.getByRole('status', { name: 'Selected range' })
  await expect(range).toContainText(/\d+ prompts?/)
  await page.keyboard.press('Escape')
  await expect(range).toBeHidden()
})

test('the chain shows the graph, and the reader follows the selected commit', async () => {
  await goTo(`/session/${await sessionId('Nine of ten years')}/chain`)
  const log = page.getByRole('grid', { name: 'Commits' })
  await expect(log).toHaveAttribute('aria-rowcount', '12')
  await expect(log.locator('svg.rail').first()).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('g')
  await page.keyboard.press('j')
  await expect(page.getByRole('heading', { level: 2, name: /^Go on with the explanation in the output/ })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Human' }).first()).toContainText('Go on with the explanation')
})

test('a compaction shows its trigger and how much it replaced', async () => {
  await goTo(`/session/${await sessionId('Nine of ten years')}/chain`)
  await page.getByRole('grid', { name: 'Commits' }).getByText('compaction', { exact: true }).click()
  const compaction = page.getByRole('region', { name: 'Compaction' })
  await expect(compaction).toContainText('auto')
  await expect(compaction).toContainText('130,641')
  await expect(page.getByRole('article', { name: 'Summary' })).toContainText('last frost')
})

test('a tool call is unfolded, an edit is shown as a diff, thinking is folded', async () => {
  await goTo(`/session/${await sessionId('Audit trail for bookings')}/chain`)
  await page.getByRole('grid', { name: 'Commits' }).focus()
  await page.keyboard.press('End')
  const edit = page
    .locator('.tool-head')
    .filter({ hasText: /^(?:Edit|Write) / })
    .first()
  for (let row = 0; row < 14 && !(await edit.isVisible()); row += 1) {
    await page.keyboard.press('ArrowUp')
    await page.waitForTimeout(200)
  }
  await expect(edit).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('table', { name: 'Changed lines' }).first()).toBeVisible()
  await edit.click()
  await expect(edit).toHaveAttribute('aria-expanded', 'false')
})

test('the commands of a commit copy its id and link, and go to its parent and back', async () => {
  await goTo(`/session/${await sessionId('Nine of ten years')}/chain`)
  const title = page.locator('.commit-summary')
  await expect(title).toHaveText('Perfect. My tomatoes thank you.')
  await page.keyboard.press('y')
  await expect.poll(clipboard).toMatch(/^ctx-[0-9a-f]{8}$/)
  await page.keyboard.press('[')
  await expect(title).toHaveText(/^Go on with the explanation in the output\./)
  await page.keyboard.press('Shift+Y')
  await expect.poll(clipboard).toMatch(/^strata:\/\/session\/.*commit=ctx-/)
  await page.keyboard.press(']')
  await expect(title).toHaveText('Perfect. My tomatoes thank you.')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(title).toHaveText(/^Go on with the explanation in the output\./)
})

test('the raw view shows the records of the transcript unchanged', async () => {
  await goTo(`/session/${await sessionId('Nine of ten years')}/chain`)
  await page.getByRole('radio', { name: 'Raw' }).click()
  await expect(page.getByRole('region', { name: 'Raw records' })).toContainText('"parentUuid"')
  await page.keyboard.press('v')
  await expect(page.getByRole('region', { name: 'Conversation' })).toBeVisible()
})

test('a commit that is selected again before the other was read is shown', async () => {
  const chain = `/session/${await sessionId('Nine of ten years')}/chain`
  const title = page.locator('.commit-summary')
  await goTo(chain)
  await expect(title).toHaveText('Perfect. My tomatoes thank you.')
  await page.keyboard.press('[')
  await expect(title).toHaveText(/^Go on with the explanation in the output\./)
  const other = await here()
  await goTo(chain)
  await expect(title).toHaveText('Perfect. My tomatoes thank you.')
  await expect(page.getByRole('region', { name: 'Conversation' })).toBeVisible()
  await page.evaluate(
    async ([there, back]) => {
      const gone = new Promise((resolve) => {
        window.addEventListener('hashchange', resolve, { once: true })
      })
      window.location.hash = there
      await gone
      window.location.hash = back
    },
    [other, chain] as const,
  )
  // Whatever was asked for on the way is answered before this is.
  await ask(page, 'store.show')
  await expect(title).toHaveText('Perfect. My tomatoes thank you.')
  await page.waitForTimeout(300)
  await expect(page.getByRole('region', { name: 'Conversation' })).toBeVisible()
})

test('the figures of a session name what they count', async () => {
  await goTo(`/session/${await sessionId('Nine of ten years')}/chain`)
  await expect(page.getByRole('grid', { name: 'Commits' })).toBeVisible()
  await page.keyboard.press('4')
  await expect(page.getByRole('heading', { name: 'Tokens by model' })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Bash 7 1/ })).toBeVisible()
  await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible()
})

test('problems are counted in the navigation and shown with their line', async () => {
  await page.getByRole('link', { name: /Problems/ }).click()
  await expect(page.getByRole('link', { name: /Problems/ })).toContainText('2')
  await page.getByRole('button', { name: /malformed-json/ }).click()
  await expect(page.getByText('1 problem', { exact: true })).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('region', { name: 'Excerpt' }).getByRole('heading')).toHaveText('The line is not valid JSON')
  await expect(page.locator('.excerpt-text')).not.toBeEmpty()
  await page.getByRole('button', { name: 'Open session' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('the palette finds sessions by a few letters and goes there with Enter', async () => {
  await page.keyboard.press('Control+K')
  await page.keyboard.type('audit trail')
  await expect(page.getByRole('option', { name: /Audit trail for bookings/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit trail for bookings')
})

test('the palette finds sessions, files, commits, boards, questions and settings by words in any order, with their kind', async () => {
  const finds = async (typed: string, kind: string, name: RegExp): Promise<void> => {
    await page.keyboard.press('Control+K')
    await page.keyboard.type(typed)
    const option = page.getByRole('option', { name: new RegExp(`^${kind} ?${name.source}`) }).first()
    await expect(option).toBeVisible()
    for (let step = 0; step < 20 && (await option.getAttribute('aria-selected')) !== 'true'; step += 1)
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await finds('trail audi', 'Session', /Audit trail for bookings/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Audit trail for bookings')
  await finds('prices', 'Setting', /Prices/)
  await expect.poll(here).toBe('#/settings?section=Prices')
  await expect(page.getByRole('heading', { name: 'Prices' })).toBeFocused()
  await finds('agent minutes', 'Question', /.*/)
  await expect.poll(here).toContain('q=agent-minutes')
  await finds('time', 'Board', /Time/)
  await expect.poll(here).toContain('/analytics/time')
  await finds('heatmap', 'Board', /Activity/)
  await expect.poll(here).toContain('/analytics/activity')
  await finds('reference classes', 'Board', /Records/)
  await expect.poll(here).toBe('#/ledger')
  await finds('audit', 'Commit', /.*[Aa]udit/)
  await expect.poll(here).toMatch(/\/chain.*commit=ctx-/)
  await finds('md', 'File', /.*md/)
  await expect.poll(here).toMatch(/files\?.*path=/)
})

test('the palette opens a commit by its id and runs commands', async () => {
  const commit = (await here()).length > 0 ? await firstCommit() : ''
  await page.keyboard.press('Control+K')
  await page.keyboard.type(commit)
  await expect(page.getByRole('option', { name: `Go to commit ${commit}` })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.locator('.commit-facts')).toContainText(commit)
  await page.keyboard.press('Control+K')
  await page.keyboard.type('keyboard short')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Next row')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

const firstCommit = async (): Promise<string> => {
  const answer = await ask(page, 'chain.log', { limit: 1, offset: 20 })
  if (!answer.ok) throw new Error(answer.failure.message)
  return (answer.value as { readonly commits: readonly { readonly commitId: string }[] }).commits[0]?.commitId ?? ''
}

test('a path keeps the name of its file where space is short', async () => {
  await page.setViewportSize({ width: 900, height: 600 })
  const file = 'files?path=/home/mira/code/harbor-board/src/sailing-stream.ts'
  for (const screen of ['sources', 'problems', file, 'analytics/records?q=records']) {
    await goTo(`/${screen}`)
    if (screen === file) await expect(page.locator('h2 .path-name')).toBeVisible()
    const names = page.locator('.screen .path-name')
    await expect(names.nth(screen === file ? 0 : 1)).toBeVisible()
    const cut = await names.evaluateAll((all) =>
      all.flatMap((name) => {
        const text = document.createRange()
        text.selectNodeContents(name)
        return text.getBoundingClientRect().width > name.getBoundingClientRect().width + 0.01 ? [name.textContent] : []
      }),
    )
    expect([screen, cut]).toEqual([screen, []])
    // A folder of a letter or two would look like the beginning of the name.
    const short = await page
      .locator('.screen .path-folder')
      .evaluateAll((all) => all.flatMap((each) => (each.scrollWidth > each.clientWidth && each.clientWidth < 20 ? [each.textContent] : [])))
    expect([screen, short]).toEqual([screen, []])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('a link to an unknown screen shows an error instead of another screen', async () => {
  await goTo('/nowhere')
  await expect(page.getByRole('heading', { name: 'Screen not found' })).toBeVisible()
  await goTo('/session/00000000-0000-4000-8000-000000000000/chain')
  await expect(page.getByRole('alert')).toBeVisible()
})
