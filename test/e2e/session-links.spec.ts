/** Sessions that continue in other ones, and kinds of sessions, as the list, the preview and the page draw them; two sessions compared. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Locator } from '@playwright/test'
import { ask } from './support/ask.ts'
import { sampleWindow } from './support/sample-window.ts'

const opened = sampleWindow()
const { goTo, here } = opened
const [first, second] = ['11111111-2222-4333-8444-555555555555', '66666666-2222-4333-8444-555555555555'] as const
const folder = mkdtempSync(path.join(tmpdir(), 'strata-links-'))

const rowsOf = (session: string, hour: number, rows: readonly object[]): string =>
  rows
    .map((row, at) => {
      const uuid = (place: number): string => `${session.slice(0, 8)}-0000-4000-8000-${String(place).padStart(12, '0')}`
      const around = { isSidechain: false, userType: 'external', cwd: '/home/ana/harbour', sessionId: session, version: '2.1.330' }
      const timestamp = new Date(Date.UTC(2026, 7, 10, hour, 0, at)).toISOString()
      return `${JSON.stringify({ parentUuid: at === 0 ? null : uuid(at - 1), ...around, uuid: uuid(at), timestamp, ...row })}\n`
    })
    .join('')

const prompt = (text: string): object => ({ type: 'user', message: { role: 'user', content: text } })
const reply = (id: string, text: string, more: object = {}): object => ({
  type: 'assistant',
  requestId: `req_${id}`,
  message: {
    id: `msg_${id}`,
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: [{ type: 'text', text }],
    usage: { input_tokens: 9, output_tokens: 9 },
  },
  ...more,
})

test.beforeAll(async () => {
  const at = path.join(folder, 'projects', '-home-ana-harbour')
  mkdirSync(at, { recursive: true })
  writeFileSync(
    path.join(at, `${first}.jsonl`),
    rowsOf(first, 9, [
      prompt('Dredge the harbour entrance'),
      reply('1', 'The dredger begins at noon.', { sessionKind: 'bg' }),
      prompt('And the quay?'),
      reply('2', 'The quay follows.', { sessionKind: 'bg' }),
      { type: 'continued-in', continuedInSessionId: second },
    ]),
  )
  writeFileSync(
    path.join(at, `${second}.jsonl`),
    rowsOf(second, 11, [prompt('Go on with the quay'), reply('3', 'The quay is dry.'), prompt('Thanks'), reply('4', 'Gladly.')]),
  )
  const started = (await ask(opened.page(), 'import.start', { paths: [path.join(folder, 'projects')] })) as {
    readonly value: { readonly jobId: string }
  }
  await ask(opened.page(), 'job.wait', { jobId: started.value.jobId })
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

const shot = async (name: string): Promise<void> => {
  const pictures = process.env['STRATA_PICTURES']
  if (pictures !== undefined) await opened.page().screenshot({ path: path.join(pictures, `${name}.png`) })
}

/** Whether all of it is in the window, and nothing covers its middle. */
const isSeen = (one: Locator): Promise<boolean> =>
  one.evaluate((element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect()
    const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    const isInside = left >= 0 && top >= 0 && right <= window.innerWidth && bottom <= window.innerHeight
    return isInside && width > 0 && height > 0 && element.scrollWidth <= element.clientWidth + 1 && element.contains(middle)
  })

test('the list marks a session that continues in another one, and the other one', async () => {
  const page = opened.page()
  await goTo('/sessions?text=quay')
  const continued = page.getByRole('row', { name: /Dredge the harbour/ })
  const continues = page.getByRole('row', { name: /Go on with the quay/ })
  await expect(continued.getByText('continued', { exact: true })).toBeVisible()
  await expect(continues.getByText('continues', { exact: true })).toBeVisible()
  await continued.click()
  await shot('list')
  expect(await isSeen(continued.getByText('continued', { exact: true }))).toBe(true)
  expect(await isSeen(continues.getByText('continues', { exact: true }))).toBe(true)
})

test('the preview names the other session and the kind', async () => {
  const page = opened.page()
  await goTo(`/sessions?text=quay&session=${first}`)
  await page.getByRole('row', { name: /Dredge the harbour/ }).click()
  await page.keyboard.press('p')
  await expect(page.getByText('Continued in', { exact: true })).toBeVisible()
  await expect(page.getByText('Session kind', { exact: true })).toBeVisible()
  await expect(page.getByText('bg', { exact: true })).toBeVisible()
  await shot('preview')
})

test('the head of a session leads to the session that continues it, and back', async () => {
  const page = opened.page()
  await goTo(`/session/${first}`)
  const to = page.getByRole('button', { name: 'continued in 66666666' })
  await expect(to).toBeVisible()
  await shot('head')
  expect(await isSeen(to)).toBe(true)
  await to.click()
  await expect.poll(here).toContain(second)
  const back = page.getByRole('button', { name: 'continues 11111111' })
  await expect(back).toBeVisible()
  await shot('head-back')
  expect(await isSeen(back)).toBe(true)
  await back.click()
  await expect.poll(here).toContain(first)
})

test('two compared sessions are drawn beside each other, each with its label', async () => {
  const page = opened.page()
  await goTo('/sessions?text=quay')
  await page.getByRole('row', { name: /Dredge the harbour/ }).click()
  await page.keyboard.press('Space')
  await shot('picked')
  await goTo(`/compare?left=${first}&right=${second}`)
  await expect(page.getByRole('region', { name: 'Comparison' })).toBeVisible()
  await expect(page.getByText('The quay is dry.').first()).toBeVisible()
  await shot('compare')
  for (const side of ['Left', 'Right'])
    expect(await isSeen(page.getByRole('region', { name: `${side} side` }).getByText('Only here, in this chain'))).toBe(true)
})

test('a link with the uuid of a record shows that record', async () => {
  await goTo(`/session/${first}?record=${first.slice(0, 8)}-0000-4000-8000-000000000002`)
  await expect(opened.page().locator('.conversation-slot.is-sought')).toContainText('And the quay?')
})
