/** The lane of cache breaks in the timeline: what a mark says, by mouse and keyboard, and where it leads. */
import { expect, test, type Locator } from '@playwright/test'
import { ask } from './support/ask.ts'
import { sampleWindow } from './support/sample-window.ts'

const { page, goTo, here } = sampleWindow()

const lane = (): Locator => page().getByRole('toolbar', { name: 'Cache breaks' })

test('a mark says why, how much and where, and leads to the reply, by mouse and by keyboard', async () => {
  const answer = await ask(page(), 'analytics.ask', { name: 'cache-breaks', limit: 1000 })
  if (!answer.ok) throw new Error(answer.failure.message)
  const { rows } = answer.value as { readonly rows: readonly Readonly<Record<string, unknown>>[] }
  const [largest] = rows.filter(({ chain }) => chain === 'main')
  if (largest === undefined) throw new Error('the samples have a break')
  const session = String(largest['session_id'])
  const all = rows.filter((row) => row['session_id'] === session).length
  await goTo(`/session/${session}/timeline`)
  await expect(lane().getByRole('button')).toHaveCount(all)
  const name = new RegExp(`^Cache break: ${String(largest['cause']).replaceAll('_', ' ')}, .* tokens lost`)
  const mark = lane().getByRole('button', { name }).first()
  await mark.hover()
  await expect(page().locator('.cache-lane .chart-tip')).toContainText('tokens lost')
  await lane().locator('button[tabindex="0"]').focus()
  await page().keyboard.press('Enter')
  await expect.poll(here).toContain(encodeURIComponent(String(largest['source_id'])))
  for (let at = 1; at < all; at += 1) await page().keyboard.press('ArrowRight')
  await expect(lane().getByRole('button').last()).toBeFocused()
})

test('a session without breaks has the lane, with the number 0', async () => {
  const sessions = await ask(page(), 'sessions.list', {})
  if (!sessions.ok) throw new Error(sessions.failure.message)
  const answer = await ask(page(), 'analytics.ask', { name: 'cache-breaks', limit: 1000 })
  if (!answer.ok) throw new Error(answer.failure.message)
  const broken = new Set(
    (answer.value as { readonly rows: readonly Readonly<Record<string, unknown>>[] }).rows.map((row) => row['session_id']),
  )
  const { rows } = sessions.value as { readonly rows: readonly { readonly sessionId: string; readonly responses: number }[] }
  const whole = rows.find(({ sessionId, responses }) => responses > 1 && !broken.has(sessionId))
  if (whole === undefined) throw new Error('the samples have such a session')
  await goTo(`/session/${whole.sessionId}/timeline`)
  await expect(lane()).toHaveText('Cache breaks 0')
})
