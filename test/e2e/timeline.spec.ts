/** The timeline of a session: every event leads to its place in the reader, by mouse and by keyboard, and what is drawn is explained. */
import { expect, test, type Locator } from '@playwright/test'
import type { TimelineEvent, TimelineView } from '../../app/contract/timeline.ts'
import { ask } from './support/ask.ts'
import { sampleWindow } from './support/sample-window.ts'

const { page, goTo, here, sessionId } = sampleWindow()

const withRewinds = 'Make the next boat stand out'
const withGaps = 'Boards that survive a network failure'
const withAgents = 'accessibility of the board'

const chart = (): Locator => page().locator('.chart')
const overview = (): Locator => page().getByRole('slider', { name: 'Part of the session in view' })
const tip = (): Locator => page().locator('.chart-tip')
const soughtBlock = (): Locator => page().locator('.conversation-slot.is-sought .entry-block.is-sought')
const figures = (): Locator => page().locator('.range-panel')
const legend = (): Locator => page().getByRole('list', { name: /^Legend/ })

const open = async (title: string): Promise<TimelineView> => {
  const session = await sessionId(title)
  await goTo('/sessions')
  await goTo(`/session/${session}/timeline`)
  await expect(chart()).toBeVisible()
  await page().mouse.move(2, 2)
  const answer = await ask(page(), 'session.timeline', { sessionId: session })
  if (!answer.ok) throw new Error(answer.failure.message)
  return answer.value as TimelineView
}

const boxOf = async (locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> => {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('it has no size')
  return box
}

const isIn =
  (kind: string) =>
  (event: TimelineEvent): boolean =>
    kind === 'failed result' ? event.isError && event.kind === 'tool_result' : event.kind === kind

for (const kind of ['prompt', 'thinking', 'tool_call', 'tool_result', 'response', 'system', 'failed result', 'error'])
  test(`the cursor on an event of the kind ${kind} shows that event in the reader, marked and in view`, async () => {
    const { events, sources } = await open(kind === 'error' ? 'Why TestSyncAll is flaky' : 'Audit trail for bookings')
    const main = events.filter(({ chain }) => chain === 'main')
    const event = main.filter(isIn(kind)).at(-1)
    if (event === undefined) throw new Error('the sample has such an event')
    await page().keyboard.press('ArrowLeft')
    for (let step = main.indexOf(event); step < main.length - 1; step += 1) await page().keyboard.press('ArrowLeft')
    await expect.poll(here).toContain(encodeURIComponent(`${sources[event.source] ?? ''}:${event.line}`))
    // The end of a turn is a line without blocks.
    await expect(kind === 'system' ? page().locator('.conversation-slot.is-sought') : soughtBlock()).toBeInViewport()
    await expect(tip()).toContainText(event.label.split(' ').slice(0, 3).join(' '))
    // The reader draws Markdown: its first word is plain.
    if (kind === 'prompt' || kind === 'response') await expect(soughtBlock()).toContainText(event.label.split(' ')[0] ?? '')
    if (kind === 'thinking') await expect(soughtBlock()).toContainText('Thinking')
    if (kind === 'tool_call' || kind === 'tool_result') await expect(soughtBlock().locator('.tool')).toHaveCount(1)
  })

test('the arrow down leads to the lane of a sub-agent and its event, and Enter goes back to the event at the cursor', async () => {
  const { lanes, events } = await open(withAgents)
  await page().keyboard.press('ArrowRight')
  await page().keyboard.press('ArrowDown')
  const first = await here()
  const agent = lanes.slice(1).flatMap(({ chain }) => events.filter((event) => event.chain === chain))
  const commitId = new URLSearchParams(first.split('?')[1]).get('commit') ?? ''
  expect(agent.map((event) => event.commitId)).toContain(commitId)
  // A press is lost when the head changes to the next commit while it lasts.
  await expect(page().locator('.commit-facts').getByRole('button', { name: commitId })).toBeVisible()
  await expect(soughtBlock()).toBeInViewport()
  await page()
    .getByRole('button', { name: /Parent/ })
    .first()
    .click()
  await expect.poll(here).not.toBe(first)
  await page().getByRole('heading', { level: 1 }).click()
  await page().keyboard.press('Enter')
  await expect.poll(here).toBe(first)
})

test('moving by arrow keys says kind, text, time and duration, also to screen readers', async () => {
  await open('Audit trail for bookings')
  const spoken = page().getByRole('region', { name: 'Timeline' }).locator('.visually-hidden[role=status]')
  const heard = new Set<string>()
  for (let step = 0; step < 16; step += 1) {
    await page().keyboard.press('ArrowRight')
    heard.add((await spoken.textContent()) ?? '')
  }
  const all = [...heard].join('\n')
  expect(heard.size).toBe(16)
  expect(all).toMatch(/Tool call, .+, \d{4}-\d\d-\d\d \d\d:\d\d:\d\d · took \d/)
  expect(all).toMatch(/Prompt, /)
  await expect(tip()).toContainText(/Press Enter to read it/)
})

test('the overview shows the part in view; a click beside it and a drag move it, its edges change it', async () => {
  await open(withGaps)
  await expect(overview()).toHaveAttribute('aria-valuetext', 'The whole session')
  for (let step = 0; step < 6; step += 1) await page().keyboard.press('w')
  await expect(overview()).toHaveAttribute('aria-valuetext', / to /)
  const box = await boxOf(overview())
  const y = box.y + box.height / 2
  const shown = async (): Promise<string> => (await overview().getAttribute('aria-valuetext')) ?? ''
  await page().mouse.click(box.x + box.width * 0.2, y)
  const atLeft = await shown()
  await page().mouse.move(box.x + box.width * 0.2, y)
  await page().mouse.down()
  await page().mouse.move(box.x + box.width * 0.5, y, { steps: 4 })
  await page().mouse.up()
  const moved = await shown()
  expect(moved > atLeft).toBe(true)
  await overview().focus()
  await page().keyboard.press('End')
  await expect(overview()).toHaveAttribute('aria-valuetext', /2026-02-12 \d\d:\d\d:\d\d$/)
  await page().keyboard.press('Home')
  await expect(overview()).toHaveAttribute('aria-valuetext', /^2026-02-09/)
  await expect.poll(here).toContain('from=')
})

test('amounts are those of what is in view and say so; zoomed out they are the session’s', async () => {
  const { totals, events } = await open(withGaps)
  const human = legend()
    .getByRole('listitem')
    .filter({ hasText: /^\s*Human/ })
  await expect(figures()).toContainText(new RegExp(`Whole sessionactive .+ of .+${events.length} events`))
  const whole = await human.textContent()
  expect(whole).toContain(`${Math.floor(totals.human / 3_600_000)} h`)
  for (let step = 0; step < 8; step += 1) await page().keyboard.press('w')
  await expect(figures()).toContainText(/In view: \d/)
  await expect(human).not.toHaveText(whole ?? '')
  await page().keyboard.press('0')
  await expect(human).toHaveText(whole ?? '')
})

test('the legend has an entry for every state and mark; what does not occur is dimmed', async () => {
  await open(withRewinds)
  const names = [
    'Human',
    'Agent',
    'Thinking',
    'Tools',
    'Waiting',
    'Compaction',
    'Idle',
    'Prompt',
    'Command',
    'Error',
    'Refused call',
    'Rewind',
  ]
  for (const name of [...names, 'Break', 'Context']) await expect(legend().getByRole('listitem').filter({ hasText: name })).toHaveCount(1)
  await expect(legend().locator('.is-absent')).toContainText(['Waiting', 'Compaction', 'Idle', 'Command', 'Error', 'Refused call', 'Break'])
  await expect(legend().locator('.is-absent').filter({ hasText: 'Rewind' })).toHaveCount(0)
})

test('a hint says how to select a range, Shift and the arrows select one, and so does Shift and dragging', async () => {
  await open(withGaps)
  await expect(figures()).toContainText('Select a range')
  await page().keyboard.press('ArrowRight')
  for (let step = 0; step < 5; step += 1) await page().keyboard.press('Shift+ArrowRight')
  const selected = page().getByRole('status', { name: 'Selected range' })
  await expect(selected).toContainText('6 events')
  await page().keyboard.press('Shift+ArrowLeft')
  await expect(selected).toContainText('5 events')
  await page().keyboard.press('z')
  await expect.poll(here).toContain('from=')
  await page().keyboard.press('Escape')
  await expect(selected).toHaveCount(0)
  const box = await boxOf(chart())
  await page().keyboard.down('Shift')
  await page().mouse.move(box.x + 400, box.y + 60)
  await page().mouse.down()
  await page().mouse.move(box.x + 700, box.y + 60, { steps: 4 })
  await page().mouse.up()
  await page().keyboard.up('Shift')
  await expect(selected).toContainText('selected')
  await page().keyboard.press('?')
  await expect(page().getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
    'Select a range to the next event (or Shift and drag)',
  )
  await page().keyboard.press('Escape')
})

test('a rewind is a mark that says what its branch begins with and leads there', async () => {
  const { rewinds, startAt, endAt } = await open(withRewinds)
  const [rewind] = rewinds
  if (rewind === undefined || startAt === null || endAt === null) throw new Error('the sample has rewinds')
  const box = await boxOf(chart())
  // The session has no gaps: the plot is even time between its edges.
  const [left, right] = [box.x + 148 + 8, box.x + (await chart().evaluate((element) => element.parentElement?.clientWidth ?? 0)) - 8]
  const inner = await chart().evaluate((element) => element.clientWidth)
  const x = left + ((rewind.at - startAt) / (endAt - startAt)) * (Math.min(right, box.x + inner - 8) - left)
  await page().mouse.move(x, box.y + 31)
  await expect(tip()).toContainText('Rewind')
  await expect(tip()).toContainText(rewind.label.slice(0, 40))
  await expect(tip()).toContainText(rewind.leftRef ?? 'rewind/')
  await page().mouse.click(x, box.y + 31)
  await expect.poll(here).toContain(`commit=${rewind.commitId}`)
  await expect(soughtBlock()).toContainText(rewind.label.slice(0, 40))
  await expect(soughtBlock()).toBeInViewport()
})

test('n goes from mark to mark, Shift and N back', async () => {
  await open(withRewinds)
  const spoken = page().locator('.timeline .visually-hidden[role=status]')
  await page().keyboard.press('n')
  await expect(spoken).toContainText('Prompt')
  const first = (await spoken.textContent()) ?? ''
  await page().keyboard.press('n')
  await expect(spoken).not.toHaveText(first)
  await page().keyboard.press('Shift+N')
  await expect(spoken).toHaveText(first)
})

test('the context curve says its size under the pointer, a break says how much it cuts out', async () => {
  await open(withGaps)
  const box = await boxOf(chart())
  const found = new Set<string>()
  for (let x = 160; x < box.width - 20; x += 6) {
    await page().mouse.move(box.x + x, box.y + 80)
    const title = page().locator('.chart-tip strong')
    if ((await title.count()) > 0) found.add(`${(await title.first().textContent()) ?? ''}: ${(await tip().textContent()) ?? ''}`)
  }
  const all = [...found].join('\n')
  expect(all).toMatch(/Context: Context [\d,]+ tokens/)
  expect(all).toMatch(/Break: Break \d+ h \d+ min of idle time, cut out of the axis/)
  expect(all).toMatch(/Compaction: Compaction (Auto|Manual)/)
})

test('the strip above a conversation says its events by arrow and page keys, and Enter goes to the one at the cursor', async () => {
  await goTo(`/session/${await sessionId(withGaps)}/conversation`)
  const strip = page().getByRole('slider', { name: 'Session timeline' })
  await strip.focus()
  await page().keyboard.press('Home')
  await expect(strip).toHaveAttribute('aria-valuetext', /^Prompt, /)
  await page().keyboard.press('ArrowRight')
  await expect(strip).toHaveAttribute('aria-valuenow', '2')
  await page().keyboard.press('End')
  await page().keyboard.press('PageUp')
  await page().keyboard.press('PageUp')
  const words = (await strip.getAttribute('aria-valuetext')) ?? ''
  expect(words).toMatch(/^(Prompt|Command|Compaction|Failed tool result), /)
  await expect(tip()).toContainText('press Enter to read it')
  await expect(tip()).toBeInViewport()
  await page().keyboard.press('Enter')
  const text = words.split(', ')[1]?.slice(0, 20) ?? ''
  await expect(page().getByRole('region', { name: 'Conversation' }).getByText(text).first()).toBeInViewport()
})

test('a click on the strip above a conversation goes to the nearest event, which its label names', async () => {
  await goTo(`/session/${await sessionId(withRewinds)}/conversation`)
  const strip = page().getByRole('slider', { name: 'Session timeline' })
  const box = await boxOf(strip)
  await page().mouse.move(box.x + box.width * 0.39, box.y + 30)
  await expect(tip()).toBeInViewport()
  const text = ((await tip().locator('strong').first().textContent()) ?? '').trim()
  expect(text).not.toBe('')
  await page().mouse.click(box.x + box.width * 0.39, box.y + 30)
  await expect(strip).toHaveAttribute('aria-valuetext', new RegExp(`^${text}`))
  await expect(tip()).toBeHidden()
})
