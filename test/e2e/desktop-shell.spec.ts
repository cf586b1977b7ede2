/** The shell around the window: the engine's process, the menu, one instance a store, what is remembered. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import type { SessionsPage } from '../../app/contract/sessions.ts'
import type { JobView } from '../../app/contract/jobs.ts'
import { ask, heardSignals, listen } from './support/ask.ts'
import { launchStrata, startAgain, test, type RunningStrata } from './support/launch-strata.ts'

async function enginePid({ app }: RunningStrata): Promise<number> {
  const pids = await app.evaluate(({ app }) =>
    app.getAppMetrics().flatMap((metric) => (metric.name === 'Strata engine' ? [metric.pid] : [])),
  )
  expect(pids).toHaveLength(1)
  return pids[0] ?? 0
}

test('a call reaches the engine in its own process and its answer comes back', async ({ strata }) => {
  expect(await ask(strata.page, 'store.show')).toMatchObject({ ok: true })
  expect(await enginePid(strata)).not.toBe(strata.app.process().pid)
})

test('when the engine is killed the window is notified, a new one starts, and calls are answered again', async ({ strata }) => {
  await ask(strata.page, 'store.show')
  await listen(strata.page)
  const killed = await enginePid(strata)
  process.kill(killed, 'SIGKILL')
  const states = async () => (await heardSignals(strata.page)).flatMap((signal) => (signal.kind === 'engine' ? [signal.state] : []))
  await expect.poll(states).toEqual(['restarting', 'ready'])
  expect(await ask(strata.page, 'store.show')).toMatchObject({ ok: true })
  expect(await enginePid(strata)).not.toBe(killed)
})

test('an engine that crashes repeatedly is not restarted, and calls report it', async ({ strata }) => {
  for (let round = 0; round < 2; round += 1) {
    await expect.poll(async () => (await ask(strata.page, 'store.show')).ok).toBe(true)
    process.kill(await enginePid(strata), 'SIGKILL')
    await expect.poll(async () => (await ask(strata.page, 'store.show')).ok).toBe(round === 0)
  }
  expect(await ask(strata.page, 'store.show')).toMatchObject({ ok: false, failure: { code: 'engine-stopped' } })
})

test('a command chosen in the menu arrives in the window', async ({ strata }) => {
  await listen(strata.page)
  await strata.app.evaluate(({ Menu }) => {
    Menu.getApplicationMenu()?.getMenuItemById('screen.sessions')?.click()
  })
  await expect.poll(() => heardSignals(strata.page)).toContainEqual({ kind: 'command', command: 'screen.sessions' })
})

test('a second start on the same store ends, and the first one keeps running', async ({ strata }) => {
  expect(await startAgain(strata)).toBe(0)
  expect(await ask(strata.page, 'store.show')).toMatchObject({ ok: true })
  expect(await strata.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
})

test('a link that the system opens shows its view in the running window, and SQL in a link is not run', async ({ strata }) => {
  const { page } = strata
  expect(await startAgain(strata, 'strata://ledger')).toBe(0)
  await expect.poll(() => page.evaluate(() => window.location.hash)).toBe('#/ledger')
  expect(await startAgain(strata, `strata://sql?sql=${encodeURIComponent('SELECT 40 + 2')}`)).toBe(0)
  await expect(page.getByText(/Links from other programs run no SQL/)).toBeVisible()
  expect(await startAgain(strata, 'strata://nowhere')).toBe(0)
  await expect(page.getByText('The link leads to no view of Strata')).toBeVisible()
  expect(await page.evaluate(() => window.location.hash)).toBe('#/ledger')
})

test.describe('started by a link', () => {
  test.use({ strataOptions: { link: 'strata://problems' } })

  test('the window shows its view', async ({ strata }) => {
    await expect.poll(() => strata.page.evaluate(() => window.location.hash)).toBe('#/problems')
  })
})

test('the window opens again in the size it was closed with', async () => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'strata-e2e-'))
  const again = { home: path.join(scratch, 'home'), storeDir: path.join(scratch, 'store') }
  const first = await launchStrata({ ...again, size: { width: 1010, height: 707 } })
  await first.close()
  const second = await launchStrata(again)
  const size = await second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getContentSize())
  await second.close()
  rmSync(scratch, { recursive: true, force: true })
  expect(size).toEqual([1010, 707])
})

test('a second window works through the owner of the store, and shows it', async ({ strata }) => {
  await ask(strata.page, 'store.show')
  const other = await launchStrata({ storeDir: strata.storeDir })
  expect(await ask(other.page, 'store.show')).toMatchObject({ ok: true })
  await expect(other.page.getByText('through Strata')).toBeVisible()
  await other.close()
  expect(await ask(strata.page, 'store.show')).toMatchObject({ ok: true })
})

test('with the window open the command line works too, and agents are answered', async ({ strata }) => {
  await ask(strata.page, 'store.show')
  const run = (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, [path.resolve('dist/node/cli.cjs'), '--store', strata.storeDir, ...args])
  await run('import', path.resolve('samples/projects'))
  const sessions = await ask(strata.page, 'sessions.list', { everything: true })
  expect(sessions).toMatchObject({ ok: true, value: { total: 18 } })
  const { stdout } = await run('sessions', '--json')
  expect((JSON.parse(stdout) as { readonly sessions: readonly unknown[] }).sessions.length).toBeGreaterThan(0)
  // Two services of one store would stand at the same place.
  await expect(run('serve')).rejects.toThrow(/socket-in-use/)
})

test('closing the window releases the store', async () => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'strata-e2e-'))
  const storeDir = path.join(scratch, 'store')
  for (let round = 0; round < 2; round += 1) {
    const running = await launchStrata({ storeDir })
    expect(await ask(running.page, 'store.show')).toMatchObject({ ok: true })
    await running.close()
  }
  rmSync(scratch, { recursive: true, force: true })
})

test.describe('with folders on the command line', () => {
  test.use({ strataOptions: { importFolders: [path.resolve('samples', 'projects')] } })

  test('they are imported, with progress in the window', async ({ strata }) => {
    await listen(strata.page)
    const jobs = async () => {
      const answer = await ask(strata.page, 'jobs.list')
      return answer.ok ? (answer.value as readonly JobView[]).map((job) => [job.kind, job.state]) : []
    }
    await expect.poll(jobs, { timeout: 60_000 }).toEqual([['import', 'done']])
    const sessions = await ask(strata.page, 'sessions.list', { everything: true })
    expect(sessions.ok && (sessions.value as SessionsPage).rows.length).toBeGreaterThan(5)
    expect((await heardSignals(strata.page)).some((signal) => signal.kind === 'changed' || signal.kind === 'job')).toBe(true)
  })
})
