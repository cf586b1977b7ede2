/** The packaged program: its window and its command line do what the built ones do. */
import { execFileSync, spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { ask } from './support/ask.ts'
import { launchStrata } from './support/launch-strata.ts'

test.skip(process.platform !== 'linux', 'the places of the programs are those of the Linux package')

const scratch = mkdtempSync(path.join(tmpdir(), 'strata-package-'))
const folder = path.join(scratch, 'linux-unpacked')
const samples = path.resolve('samples/projects')

test.beforeAll(() => {
  // Playwright attaches through the inspector, which a release refuses.
  const settings = [`-c.directories.output=${scratch}`, '-c.electronFuses.enableNodeCliInspectArguments=true']
  execFileSync(process.execPath, ['scripts/package.mjs', ...settings], { stdio: 'ignore' })
})

test.afterAll(() => rmSync(scratch, { recursive: true, force: true }))

test('its window imports, answers SQL, searches and shows a conversation', async () => {
  const { page, close, pageErrors } = await launchStrata({ program: path.join(folder, 'strata') })
  const value = async (name: string, input: unknown = {}): Promise<unknown> => {
    const envelope = await ask(page, name, input)
    if (!envelope.ok) throw new Error(`${name}: ${envelope.failure.message}`)
    return envelope.value
  }
  const { jobId } = (await value('import.start', { paths: [samples] })) as { readonly jobId: string }
  expect(await value('job.wait', { jobId })).toMatchObject({ state: 'done' })
  await page.evaluate(() => {
    window.location.hash = `/sql?sql=${encodeURIComponent('SELECT count(*) AS sessions FROM sessions')}`
  })
  await page.getByRole('textbox', { name: 'SQL' }).focus()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('grid', { name: 'Rows' })).toContainText('18')
  const { jobId: indexing } = (await value('search.index')) as { readonly jobId: string }
  expect(await value('job.wait', { jobId: indexing })).toMatchObject({ state: 'done' })
  await expect(value('search.run', { text: 'frost' })).resolves.toMatchObject({
    sessions: expect.arrayContaining([expect.anything()]),
  })
  const { rows } = (await value('sessions.list', {})) as { readonly rows: readonly { readonly sessionId: string }[] }
  await page.evaluate((id) => {
    window.location.hash = `/session/${id}/chain`
  }, rows[0]?.sessionId ?? '')
  await expect(page.getByRole('region', { name: 'Conversation' })).toBeVisible()
  expect(pageErrors).toEqual([])
  await close()
})

test('its command line imports, answers SQL and reads sessions, also through a link', () => {
  const link = path.join(scratch, 'strata-link')
  symlinkSync(path.join(folder, 'resources', 'bin', 'strata'), link)
  const run = (...args: readonly string[]): SpawnSyncReturns<string> =>
    spawnSync(link, ['--store', path.join(scratch, 'store'), ...args], {
      encoding: 'utf8',
      env: { ...process.env, HOME: scratch, DISPLAY: '', WAYLAND_DISPLAY: '' },
    })
  expect(run('import', samples)).toMatchObject({ status: 0 })
  expect(run('sql', 'SELECT count(*) AS n FROM sessions', '--csv')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('18'),
  })
  expect(run('sessions')).toMatchObject({ status: 0, stdout: expect.stringContaining('frost') })
  expect(run('search', 'safer', 'frost')).toMatchObject({ status: 0, stdout: expect.stringContaining('Nine of ten years') })
  expect(run('open')).toMatchObject({ status: 1, stderr: expect.stringContaining('no-display') })
})

test('without Node.js its command line reports what it needs', () => {
  const { status, stderr } = spawnSync('/bin/sh', [path.join(folder, 'resources', 'bin', 'strata'), 'sessions'], {
    encoding: 'utf8',
    env: { PATH: scratch },
  })
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('needs Node.js') })
})

test('its command line opens the window of its own package', () => {
  // No display answers there: the program that was started says so itself.
  const { stderr } = spawnSync(path.join(folder, 'resources', 'bin', 'strata'), ['--store', path.join(scratch, 'store'), 'open'], {
    encoding: 'utf8',
    env: { ...process.env, HOME: scratch, DISPLAY: ':no-such-display', WAYLAND_DISPLAY: undefined },
    timeout: 60_000,
  })
  expect(stderr).not.toContain('MODULE_NOT_FOUND')
  expect(stderr).toMatch(/no-sandbox|Missing X server|DISPLAY/)
})
