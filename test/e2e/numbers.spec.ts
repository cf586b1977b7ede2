/** One number has one name and one value: on the drawn screens and in the commands, for the same store. */
import { formatCents, formatUsd } from '../../app/model/format/usd.ts'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { conversation, type Conversation } from '../support/conversation.ts'
import { writeConversation } from '../support/write-conversation.ts'
import { importTranscripts } from './support/ask.ts'
import { launchStrata, type RunningStrata } from './support/launch-strata.ts'

const hour = 3_600_000
const file = '/p/harbour/boats.ts'

/** A call that took an hour and has no record of how long it ran: what is beyond its limit is a guess. */
const waitsLong = (talk: Conversation): Conversation => talk.calls('Bash', { command: 'make' }).wait(hour).result('last', 'ok')

const boats = conversation({
  seed: 'boats',
  sessionId: 'b0a75000-1111-4222-8333-444444444444',
  cwd: '/p/harbour',
  start: '2026-03-02T09:00:00Z',
})
  .human('Count the boats')
  .reads(file, 'one\ntwo\nthree\n')
  .edits(file, 'two', 'too')
  .agent('There are three.')
  .human('And the ships, too')
  .subagent({ prompt: 'Count the ships', type: 'Explore' }, (agent) => agent.runs('ls ships', 'a\nb').runs('ls docks', 'c').agent('Two.'))
  .agent('Two ships.')
waitsLong(boats)
  .agent('Made.')
  .compacts({ summary: 'There are three boats and two ships.' })
  .human('Go on')
  .runs('ls', 'boats.ts')
  .agent('Going on.')
  .wait(2 * hour)
  .human('Thanks')
  .agent('Welcome.')

const nets = conversation({ seed: 'nets', cwd: '/p/island', start: '2026-03-03T09:00:00Z' })
  .human('Mend the nets')
  .runs('mend', 'no needle', { error: true })
  .agent('It failed.')
  .human('Try again')
  .runs('mend', 'ok')
  .agent('Mended.')

let strata: RunningStrata
let page: Page
let folder: string

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'strata-numbers-'))
  strata = await launchStrata({ size: { width: 1800, height: 900 } })
  page = strata.page
  await importTranscripts(page, writeConversation(folder, boats, nets).projects)
  // All columns of the list have room without the preview.
  await goTo('/sessions?group=none&everything=yes')
  await expect(grid().getByRole('row')).toHaveCount(3)
  await expect(grid().getByText('…', { exact: true })).toHaveCount(0)
  if (await page.getByText('No session selected').isVisible()) await page.keyboard.press('p')
})
test.afterAll(async () => {
  await strata.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The command on the store of the window, through the window. */
const command = (...args: readonly string[]): string =>
  execFileSync(process.execPath, [path.resolve('dist/node/cli.cjs'), '--store', strata.storeDir, ...args], {
    env: { ...process.env, HOME: strata.home, NO_COLOR: '1' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
const json = (...args: readonly string[]): unknown => JSON.parse(command(...args, '--json'))

const goTo = (address: string): Promise<void> =>
  page.evaluate((hash) => {
    window.location.hash = hash
  }, address)

const numberIn = (text: string | null): number => Number((text ?? '').replaceAll(/[^\d.]/g, ''))

/** The number in a card of a board, under its name there. */
const tile = (card: RegExp, name: string): Locator =>
  page
    .getByRole('region', { name: card })
    .locator('.tile')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('dd')
/** A number in the ledger's totals by the reference rules. */
const byReference = (name: string): Locator =>
  page
    .getByRole('region', { name: 'Totals by the reference rules' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
    .getByRole('cell')
    .first()
const names = async (card: RegExp): Promise<readonly string[]> => {
  const terms = page.getByRole('region', { name: card }).locator('.tile dt')
  await expect(terms.first()).toBeVisible()
  return terms.allTextContents()
}
const counted = async (at: Locator): Promise<number> => {
  await expect(at).toBeVisible()
  return numberIn(await at.textContent())
}

const grid = (): Locator => page.getByRole('grid', { name: 'Sessions' })
/** The column of the list, from the newest session to the oldest. */
const column = async (title: string): Promise<readonly string[]> => {
  await goTo('/sessions?group=none&everything=yes')
  await expect(grid().getByRole('row')).toHaveCount(3)
  await expect(grid().getByText('…', { exact: true })).toHaveCount(0)
  const titles = await grid().getByRole('columnheader').allTextContents()
  const at = titles.findIndex((text) => text.startsWith(title))
  expect([title, at >= 0]).toEqual([title, true])
  const rows = await grid().getByRole('row').all()
  return Promise.all(rows.slice(1).map(async (row) => ((await row.getByRole('gridcell').nth(at).textContent()) ?? '').trim()))
}
const sumOf = async (title: string): Promise<number> => (await column(title)).reduce((sum, text) => sum + numberIn(text), 0)

/** A line of strata stats. */
const stat = (name: string, ...args: readonly string[]): string => {
  const line = command('stats', ...args)
    .split('\n')
    .find((each) => each.startsWith(`${name} `))
  return (line ?? '').slice(name.length).trim()
}

test('prompts, responses and tool calls of the store are the same in the list, on boards, in the ledger and in commands', async () => {
  const listed = { prompts: await sumOf('Prompts'), responses: await sumOf('Responses'), tools: await sumOf('Tools') }
  expect(listed).toEqual({ prompts: 6, responses: 8, tools: 9 })
  expect({ prompts: numberIn(stat('human prompts')), responses: numberIn(stat('responses')), tools: numberIn(stat('tool calls')) }).toEqual(
    listed,
  )
  const sums = command('sql', 'SELECT sum(human_prompts), sum(responses), sum(tool_calls) FROM sessions', '--csv').split('\n')[1]
  expect(sums).toBe(`${listed.prompts},${listed.responses},${listed.tools}`)
  await goTo('/analytics/amplification')
  const work = /Work per prompt/
  expect(await counted(tile(work, 'Prompts'))).toBe(listed.prompts)
  expect(await counted(tile(work, 'Responses'))).toBe(listed.responses)
  expect(await counted(tile(work, 'Tool calls'))).toBe(listed.tools)
  for (const [name, text] of [
    ['Responses per prompt', 'responses per prompt'],
    ['Tool calls per prompt', 'tool calls per prompt'],
  ] as const)
    expect(await counted(tile(work, name))).toBeCloseTo(numberIn(stat(text)), 1)
  await goTo('/ledger')
  await expect(page.locator('.ledger-prompts')).toContainText(`Human prompts: ${listed.prompts} =`)
})

test('numbers by the reference rules, and those of turns, bear names that no other number has', async () => {
  await goTo('/ledger')
  const totals = page.getByRole('region', { name: 'Totals by the reference rules' }).getByRole('rowheader')
  await expect(totals.first()).toBeVisible()
  const records = await totals.allTextContents()
  await goTo('/analytics/amplification')
  const work = await names(/Work per prompt/)
  expect(records.filter((name) => work.includes(name))).toEqual([])
  expect(records).toContain('Human prompts by the reference rules')
})

test('the numbers of a session are the same in the list, the head, the figures, the timeline and commands', async () => {
  const [, prompts] = await column('Prompts')
  const [, responses] = await column('Responses')
  const [, tools] = await column('Tools')
  const [, agents] = await column('Agents')
  const [, active] = await column('Active')
  const [, length] = await column('Length')
  const [, cost] = await column('Cost')
  const { sessionId } = boats
  await goTo(`/session/${sessionId}/figures`)
  const head = page.locator('.session-head-facts')
  await expect(head).toContainText(`${prompts} prompts`)
  await expect(head).toContainText(`${tools} tool calls`)
  await expect(head).toContainText(`${agents} sub-agent`)
  await expect(head).toContainText(`active ${active} of ${length}`)
  const [total] = (json('cost', '--session', sessionId) as { readonly groups: readonly { readonly usd: number }[] }).groups
  await expect(head).toContainText(formatUsd(total?.usd ?? -1))
  expect(cost).toContain(formatCents(total?.usd ?? -1))
  const figure = (name: string) =>
    page
      .locator('.figures .tile')
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator('dd')
  await expect(figure('Human prompts')).toHaveText(String(prompts))
  await expect(figure('Active')).toHaveText(String(active))
  await expect(page.locator('.figures')).toContainText(`Human prompts: ${prompts} =`)
  await goTo(`/session/${sessionId}/timeline`)
  const whole = page.getByRole('group', { name: 'Figures of: Whole session' })
  await expect(whole).toContainText(`active ${active} of ${length}`)
  await expect(whole).toContainText(`${responses} responses`)
  await expect(whole).toContainText(`${tools} tool calls`)
  expect(stat('human prompts', '--session', sessionId)).toBe(prompts)
  expect(stat('responses', '--session', sessionId)).toBe(responses)
  expect(stat('tool calls', '--session', sessionId)).toBe(tools)
  expect(stat('time', '--session', sessionId)).toBe(`active ${active} of ${length}`)
  const { sessions } = json('sessions', '--everything') as {
    readonly sessions: readonly { readonly sessionId: string; readonly activeMs: number }[]
  }
  const { session } = json('log', sessionId) as { readonly session: { readonly activeMs: number } }
  expect(session.activeMs).toBe(sessions.find((each) => each.sessionId === sessionId)?.activeMs)
  const minutes = (json('ask', 'agent-minutes', '--session', sessionId) as readonly { readonly active_minutes: number }[])[0]
    ?.active_minutes
  expect(Math.round((minutes ?? 0) * 60_000)).toBe(session.activeMs)
})

test('replies of the API and responses of a session have two names, each with one value', async () => {
  const { sessionId } = boats
  await goTo('/sessions?group=none&everything=yes')
  await grid().focus()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  const preview = page.getByRole('complementary', { name: 'Selected session' })
  if (!(await preview.isVisible())) await page.keyboard.press('p')
  const { responses } = json('stats', '--session', sessionId) as { readonly responses: number }
  await expect(preview).toContainText(`Responses${responses}`)
  await expect(preview).not.toContainText('Replies')
  const { groups } = json('cost', '--session', sessionId) as { readonly groups: readonly { readonly replies: number }[] }
  const [asked] = json('ask', 'tokens', '--session', sessionId) as readonly { readonly replies: number }[]
  expect(groups.map(({ replies }) => replies)).toEqual([asked?.replies])
  expect(asked?.replies).toBeGreaterThan(responses)
  await goTo(`/session/${sessionId}/figures`)
  const tables = page.locator('.figures table').filter({ has: page.getByRole('columnheader', { name: 'Replies' }) })
  await expect(tables.first()).toBeVisible()
  for (const table of await tables.all()) {
    const heads = await table.getByRole('columnheader').allTextContents()
    const rows = await table.locator('tbody tr').all()
    const at = heads.indexOf('Replies')
    const cells = await Promise.all(rows.map((row) => row.locator('th, td').nth(at).textContent()))
    expect(cells.reduce((sum, text) => sum + numberIn(text), 0)).toBe(asked?.replies)
  }
})

test('the size after a compaction is that of the next reply on the page and in the command, and the board names what the client recorded', async () => {
  const { sessionId } = boats
  await goTo(`/session/${sessionId}`)
  const row = page.getByRole('region', { name: 'Compaction', exact: true })
  await expect(row).toBeVisible()
  const [, before = '', after = ''] = /([\d,]+) → ([\d,]+) tokens/.exec((await row.textContent()) ?? '') ?? []
  expect(command('context', sessionId)).toContain(`${before} → ${after}`)
  await goTo('/analytics/compaction')
  const list = page.getByRole('region', { name: /List of compactions/ })
  await expect(list.getByRole('columnheader', { name: 'Recorded before' })).toBeVisible()
  await expect(list).toContainText(before)
  const board = await names(/^Compactions$/)
  expect(board.filter((name) => /before|after/i.test(name))).toEqual(['Median recorded before', 'Median recorded after'])
})

test('a file has as many lines in the list of a commit as in its content and in the command', async () => {
  const printed = command('file', 'show', file)
    .split('\n')
    .filter((line) => line !== '').length
  expect(printed).toBe(3)
  await goTo(`/session/${boats.sessionId}/chain`)
  await page.getByRole('radio', { name: 'Files', exact: true }).click()
  const known = page.getByRole('grid', { name: 'Files' }).getByRole('row').filter({ hasText: 'boats.ts' })
  await expect(known.getByRole('gridcell', { name: '3', exact: true })).toBeVisible()
  await known.dblclick()
  const content = page.getByRole('grid', { name: 'Content' })
  await expect(content).toContainText('three')
  await expect(content.getByRole('row')).toHaveCount(printed)
  const legend = (await page.getByRole('group', { name: 'Legend' }).textContent()) ?? ''
  expect([...legend.matchAll(/(\d+) line/g)].reduce((sum, [, lines]) => sum + Number(lines), 0)).toBe(printed)
})

test('sessions are counted alike in the navigation, the status bar, the list and commands', async () => {
  const { length } = await column('Prompts')
  const link = page.locator('nav').getByText('Sessions', { exact: true }).locator('..')
  expect(numberIn(await link.locator('.nav-count').textContent())).toBe(length)
  await expect(page.getByRole('contentinfo').getByText(`${length} sessions`, { exact: true })).toBeVisible()
  expect(numberIn(stat('sessions'))).toBe(length)
  await goTo('/ledger')
  expect(await counted(byReference('Sessions'))).toBe(length)
})

test('calls, failures and refusals of tools are the same on the board, in statistics and in the answer of a command', async () => {
  await goTo('/analytics/tools')
  const tools = page.getByRole('region', { name: /Tool calls by tool/ })
  await tools.getByRole('button', { name: 'Rows', exact: true }).click()
  await expect(tools.getByRole('row', { name: /^Bash/ })).toBeVisible()
  const heads = await tools.getByRole('columnheader').allTextContents()
  const rows = await tools.getByRole('row').all()
  const cells = await Promise.all(
    rows.slice(1).map((row) => row.locator('th, td, [role=gridcell], [role=cell], [role=rowheader]').allTextContents()),
  )
  const drawn = (title: string): number => cells.reduce((sum, row) => sum + numberIn(row[heads.indexOf(title)] ?? ''), 0)
  const asked = json('ask', 'tools') as readonly { readonly calls: number; readonly errors: number; readonly refusals: number }[]
  const { tools: counts } = json('stats') as {
    readonly tools: readonly { readonly calls: number; readonly errors: number; readonly refusals: number }[]
  }
  const sum = (all: readonly object[], name: string): number =>
    all.reduce((total, row) => total + Number((row as Readonly<Record<string, unknown>>)[name]), 0)
  for (const [title, name] of [
    ['Calls', 'calls'],
    ['Errors', 'errors'],
    ['Refused', 'refusals'],
  ] as const)
    expect([title, drawn(title), sum(asked, name)]).toEqual([title, sum(counts, name), sum(counts, name)])
  expect(drawn('Calls')).toBe(numberIn(stat('tool calls')))
  expect(drawn('Errors')).toBeGreaterThan(0)
})

test('compactions and records of type user are the same on boards, in the ledger and in statistics', async () => {
  const compactions = numberIn(stat('compactions'))
  expect(compactions).toBe(1)
  await goTo('/analytics/compaction')
  expect(await counted(tile(/^Compactions$/, 'Compactions'))).toBe(compactions)
  await goTo('/ledger')
  expect(await counted(byReference('Compactions by the reference rules'))).toBe(compactions)
  const users = await counted(byReference('User records'))
  expect(numberIn(stat('user records').split(/\s/)[0] ?? '')).toBe(users)
  await expect(page.getByText(/have the type “user”/)).toContainText(`${users} of `)
  expect(numberIn(command('sql', "SELECT count(*) FROM records WHERE record_type = 'user'", '--csv').split('\n')[1] ?? '')).toBe(users)
})

test('output tokens and costs are the same in the list, on the board and in commands', async () => {
  const listed = await sumOf('Tokens out')
  const { groups } = json('cost', '--by', 'model') as {
    readonly groups: readonly { readonly usd: number; readonly outputTokens?: number }[]
  }
  const asked = json('ask', 'tokens', '--by', 'model') as readonly { readonly output_tokens: number }[]
  expect(asked.reduce((sum, { output_tokens: own }) => sum + own, 0)).toBe(listed)
  const usd = groups.reduce((sum, group) => sum + group.usd, 0)
  const [total] = json('ask', 'cost') as readonly { readonly usd: number }[]
  expect(total?.usd).toBeCloseTo(usd, 6)
  await goTo('/analytics/tokens')
  const board = page.getByRole('region', { name: /Output tokens by model/ })
  await expect(board).toContainText(listed.toLocaleString('en'))
})

test('a comparison counts the calls of its chain, and the list those of its sub-agents, too', async () => {
  const [other, tools] = await column('Tools')
  const own = (json('ask', 'tools', '--session', boats.sessionId, '--main') as readonly { readonly calls: number }[]).reduce(
    (sum, { calls }) => sum + calls,
    0,
  )
  expect(own).toBeLessThan(numberIn(tools ?? ''))
  await goTo(`/compare?left=session/${boats.sessionId}&right=session/${nets.sessionId}`)
  const sides = page.getByText(/^Only here, in this chain without its sub-agents/)
  await expect(sides).toHaveText([new RegExp(` ${own} tool calls`), new RegExp(` ${other ?? ''} tool calls`)])
})

test('a time that depends on a guess is drawn with ≥ on the board and printed with ≥ by the command', async () => {
  await goTo('/analytics/tools')
  const tools = page.getByRole('region', { name: /Tool calls by tool/ })
  await tools.getByRole('button', { name: 'Rows', exact: true }).click()
  const bash = tools.getByRole('row', { name: /^Bash/ })
  await expect(bash).toContainText('≥')
  await expect(tools.getByRole('row', { name: /^Read/ })).not.toContainText('≥')
  const printed = command('ask', 'tools').split('\n')
  expect(printed.find((line) => / Bash /.test(line))).toContain('≥')
  expect(printed.find((line) => / Read /.test(line))).not.toContain('≥')
})

test('a corrected prompt leaves every number of prompts, on screens and in commands', async () => {
  const read = async () => {
    await goTo('/ledger')
    const reference = await counted(byReference('Human prompts by the reference rules'))
    await goTo('/analytics/amplification')
    const prompts = await counted(tile(/Work per prompt/, 'Prompts'))
    return { reference, prompts, listed: await sumOf('Prompts'), stats: numberIn(stat('human prompts')) }
  }
  const before = await read()
  const [record] = json('ask', 'records', '--with', 'class=human_prompt') as readonly { readonly file: string; readonly line: number }[]
  command('ledger', 'correct', `${record?.file ?? ''}:${record?.line ?? 0}`, 'hook_feedback', '--reason', 'a hook')
  await expect.poll(async () => (await read()).prompts).toBe(before.prompts - 1)
  expect(await read()).toEqual(Object.fromEntries(Object.entries(before).map(([name, count]) => [name, count - 1])))
})
