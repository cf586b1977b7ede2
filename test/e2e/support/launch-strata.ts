/** Opens the built Strata in a real Electron, with a home and a store of its own, and closes it again. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as playwrightTest, _electron, type ElectronApplication, type Page } from '@playwright/test'

/** Playwright runs these tests from the project's folder. */
const projectRoot = process.cwd()

/**
 * Holds the program back until Playwright is attached; without it a window that opens at that moment can be missed.
 * Playwright adds it by itself only when it starts Electron from its package.
 */
const playwrightLoader = fileURLToPath(new URL('lib/server/electron/loader.js', import.meta.resolve('playwright-core/package.json')))

export interface LaunchOptions {
  /** Folders to import when the window opens. */
  readonly importFolders?: readonly string[]
  /** A link that the system opens with the program. */
  readonly link?: string
  /** A store to open; default: an empty one that is removed afterwards. */
  readonly storeDir?: string
  /** A home folder, for example one with a `.claude/projects` in it; default: an empty one that is removed afterwards. */
  readonly home?: string
  readonly colorScheme?: 'light' | 'dark'
  readonly size?: { readonly width: number; readonly height: number }
  readonly env?: Readonly<Record<string, string>>
  /** A packaged program; default: what STRATA_APP names, else the built one. */
  readonly program?: string
}

export interface RunningStrata {
  readonly app: ElectronApplication
  readonly page: Page
  readonly home: string
  readonly storeDir: string
  /** What the page wrote to its console and what it threw, oldest first. */
  readonly pageErrors: readonly string[]
  readonly close: () => Promise<void>
}

/**
 * Starts Strata and waits until its page has loaded. STRATA_APP names a packaged program to start instead of the built one: one that was packaged
 * with `enableNodeCliInspectArguments: true`, since Playwright attaches through the inspector, which a release refuses.
 */
export async function launchStrata(options: LaunchOptions = {}): Promise<RunningStrata> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'strata-e2e-'))
  const home = options.home ?? path.join(scratch, 'home')
  const storeDir = options.storeDir ?? path.join(scratch, 'store')
  const { executable, args } = electronCommand(options.program)
  const imports = (options.importFolders ?? []).flatMap((folder) => ['--import', folder])
  const { app, page } = await attach({
    executablePath: executable,
    args: [...args, '--disable-gpu', '--store', storeDir, ...imports, ...(options.link === undefined ? [] : [options.link])],
    env: { ...plainEnvironment(), HOME: home, ...options.env },
    colorScheme: options.colorScheme ?? 'light',
    timeout: 30_000,
  })
  const pageErrors = collectErrors(page)
  await page.waitForLoadState('load')
  if (options.size !== undefined) await resize(app, options.size)
  return {
    app,
    page,
    home,
    storeDir,
    pageErrors,
    close: async () => {
      await app.close()
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}

/** Starts the program a second time on the same store and home; answers its exit code. */
export function startAgain(strata: RunningStrata, ...more: readonly string[]): Promise<number | null> {
  const { executable, args } = electronCommand()
  const second = spawn(executable, [...args, '--disable-gpu', '--store', strata.storeDir, ...more], {
    env: { ...plainEnvironment(), HOME: strata.home },
    stdio: 'ignore',
  })
  return new Promise((resolve) => {
    second.on('exit', resolve)
  })
}

type Launch = NonNullable<Parameters<typeof _electron.launch>[0]>

/** A packaged program takes no module to run first, so attaching to it may miss its window; then it is started again. */
async function attach(launch: Launch, triesLeft = 4): Promise<{ readonly app: ElectronApplication; readonly page: Page }> {
  let app: ElectronApplication | undefined
  try {
    app = await _electron.launch(launch)
    return { app, page: await app.firstWindow({ timeout: triesLeft === 1 ? 60_000 : 20_000 }) }
  } catch (error) {
    await app?.close()
    if (triesLeft === 1) throw error
    return attach(launch, triesLeft - 1)
  }
}

interface Fixtures {
  readonly strataOptions: LaunchOptions
  readonly strata: RunningStrata
}

/** A Playwright test with `strata` running; `test.use({ strataOptions })` says how it is started. */
export const test = playwrightTest.extend<Fixtures>({
  strataOptions: [{}, { option: true }],
  strata: async ({ strataOptions }, use) => {
    const strata = await launchStrata(strataOptions)
    await use(strata)
    await strata.close()
  },
})

function electronCommand(packaged = process.env['STRATA_APP']): { readonly executable: string; readonly args: readonly string[] } {
  if (packaged !== undefined) return { executable: packaged, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [] }
  const script = path.join(projectRoot, 'scripts', 'electron-command.mjs')
  const output = execFileSync(process.execPath, [script, playwrightLoader], { encoding: 'utf8' })
  return JSON.parse(output) as { executable: string; args: string[] }
}

/** The environment without what would lead Strata to this user's own transcripts, stores and settings. */
export function plainEnvironment(): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => !/^(XDG_|STRATA_|CLAUDE|ELECTRON_|HOME$)/.test(name))
  return Object.fromEntries(kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

function collectErrors(page: Page): readonly string[] {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  return errors
}

async function resize(app: ElectronApplication, size: { readonly width: number; readonly height: number }): Promise<void> {
  await app.evaluate(({ BrowserWindow }, { width, height }) => {
    BrowserWindow.getAllWindows()[0]?.setContentSize(width, height)
  }, size)
}
