/** The window beside another process that owns the store: it works through that one, and takes the store over when it ends. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { ask } from './support/ask.ts'
import { launchStrata } from './support/launch-strata.ts'

const sessionId = '22222222-2222-4333-8444-555555555555'

const line = (number: number, text: string): string =>
  `${JSON.stringify({
    parentUuid: null,
    isSidechain: false,
    cwd: '/project/cellar',
    sessionId,
    version: '2.1.112',
    uuid: `22222222-2222-4333-8444-${String(number).padStart(12, '0')}`,
    timestamp: new Date(Date.now() - 60_000 + number).toISOString(),
    type: 'user',
    message: { role: 'user', content: text },
  })}\n`

interface Setting {
  readonly home: string
  readonly storeDir: string
  readonly file: string
  readonly start: (...args: readonly string[]) => ChildProcess
  readonly remove: () => void
}

const setting = (): Setting => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'strata-guest-'))
  const [home, storeDir] = [path.join(scratch, 'home'), path.join(scratch, 'store')]
  const folder = path.join(home, '.claude', 'projects', '-project-cellar')
  mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `${sessionId}.jsonl`)
  writeFileSync(file, line(0, 'What is in the cellar?'))
  const started: ChildProcess[] = []
  return {
    home,
    storeDir,
    file,
    start: (...args) => {
      const cli = path.resolve('dist', 'node', 'cli.cjs')
      const child = spawn(process.execPath, [cli, '--store', storeDir, ...args], { env: { ...process.env, HOME: home }, stdio: 'pipe' })
      started.push(child)
      return child
    },
    remove: () => {
      for (const child of started) child.kill('SIGKILL')
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}

const said = async ({ stderr }: ChildProcess, words: string): Promise<void> => {
  let text = ''
  for await (const piece of stderr ?? []) if ((text += String(piece)).includes(words)) return
  throw new Error(`it ended without “${words}”: ${text}`)
}

const ends = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

const owner = (page: Page) => page.getByRole('contentinfo').getByText(/^through/)

for (const signal of ['SIGINT', 'SIGKILL'] as const) {
  test(`the window of a guest shows changes, and becomes the owner that watches when strata watch ends by ${signal}`, async () => {
    const { home, storeDir, file, start, remove } = setting()
    const watching = start('watch')
    await said(watching, 'watching')
    const strata = await launchStrata({ home, storeDir })
    const { page } = strata
    await expect(owner(page)).toHaveText('through strata watch')
    const sessions = page.getByRole('grid', { name: 'Sessions' })
    await expect(sessions).toContainText('What is in the cellar?')
    expect(await ask(page, 'watch.start', {})).toMatchObject({ ok: true })
    writeFileSync(file.replace('22222222-', '33333333-'), line(1, 'And in the attic?').replaceAll('22222222-', '33333333-'))
    await expect(sessions).toContainText('And in the attic?')
    await ends(watching, signal)
    await expect(owner(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Watching 1 folder' })).toBeVisible()
    // Before the line comes: it puts the session first in the list, under the pointer that presses another row.
    await sessions.getByRole('row', { name: /What is in the cellar/ }).dblclick()
    await page.getByRole('radio', { name: 'Commits' }).click()
    await expect(page.getByRole('row', { name: /What is in the cellar/ })).toBeVisible()
    appendFileSync(file, line(2, 'Thank you'))
    await expect(page.getByRole('row', { name: /Thank you/ })).toBeVisible()
    expect(strata.pageErrors).toEqual([])
    await strata.close()
    remove()
  })
}
