/** Opens the built program with an empty home folder, imports the samples, and takes the pictures. */
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { electronCommand } from '../setup/electron-command.mjs'
import { projectRoot } from '../setup/project-root.mjs'
import { provisionElectron } from '../setup/provision-electron.mjs'
import { runScript, say } from '../setup/say.mjs'
import { documentPictures, screens, wantedSessions } from './screens.mjs'

const usual = '1280x800'
const { values: options, positionals: wanted } = parseArgs({
  options: { size: { type: 'string', default: usual }, theme: { type: 'string', multiple: true, default: ['light', 'dark'] } },
  allowPositionals: true,
})
const size = sizeFrom(options.size)
const settleMs = 900
const shots = path.join(projectRoot, 'shots')
const pictures = path.join(projectRoot, 'docs', 'pictures')
const loader = path.join(projectRoot, 'node_modules', 'playwright-core', 'lib', 'server', 'electron', 'loader.js')

await runScript(async () => {
  const chosen = screens.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  for (const folder of [shots, pictures]) mkdirSync(folder, { recursive: true })
  for (const theme of options.theme) await takeAll(chosen, theme)
})

/** `900x600` as a width and a height in pixels. */
function sizeFrom(text) {
  const [, width, height] = /^(\d+)x(\d+)$/.exec(text) ?? []
  if (width === undefined) throw new Error(`Cannot read the size ${text}. Write it as ${usual}.`)
  return { width: Number(width), height: Number(height) }
}

async function takeAll(chosen, theme) {
  const scratch = mkdtempSync(path.join(tmpdir(), 'strata-shots-'))
  const home = path.join(scratch, 'home')
  const projects = path.join(home, '.claude', 'projects')
  mkdirSync(projects, { recursive: true })
  cpSync(path.join(projectRoot, 'samples', 'projects'), projects, { recursive: true, preserveTimestamps: true })
  const { app, page } = await open(home, path.join(scratch, 'store'), theme)
  try {
    for (const screen of chosen.filter((each) => each.isBeforeImport)) await take(page, screen, theme, {})
    const sessions = await importSamples(page, projects)
    for (const screen of chosen.filter((each) => !each.isBeforeImport)) await take(page, screen, theme, sessions)
  } finally {
    await app.close()
    rmSync(scratch, { recursive: true, force: true })
  }
}

async function open(home, store, theme) {
  const { _electron } = createRequire(path.join(projectRoot, 'package.json'))('playwright-core')
  const { executable, args } = electronCommand(await provisionElectron(), { first: loader })
  const kept = Object.entries(process.env).filter(([name]) => !/^(XDG_|STRATA_|CLAUDE|ELECTRON_|HOME$)/.test(name))
  const app = await _electron.launch({
    executablePath: executable,
    args: [...args, '--disable-gpu', '--store', store],
    env: { ...Object.fromEntries(kept), HOME: home, TZ: 'UTC' },
    colorScheme: theme,
  })
  const page = await app.firstWindow()
  await page.waitForLoadState('load')
  await app.evaluate(({ BrowserWindow }, { width, height }) => BrowserWindow.getAllWindows()[0].setContentSize(width, height), size)
  return { app, page }
}

/** The ids of the sessions that the pictures show, by name. */
async function importSamples(page, projects) {
  const { jobId } = await ask(page, 'import.start', { paths: [projects] })
  await ask(page, 'job.wait', { jobId })
  // The list of sessions shows active times once they are counted.
  await ask(page, 'analytics.ask', { name: 'agent-minutes' })
  const entries = Object.entries(wantedSessions).map(async ([name, text]) => {
    const { rows } = await ask(page, 'sessions.list', { text })
    return [name, rows[0].sessionId]
  })
  const sessions = Object.fromEntries(await Promise.all(entries))
  for (const dismiss of await page.getByRole('button', { name: 'Dismiss' }).all()) await dismiss.click()
  return sessions
}

async function ask(page, name, input) {
  const envelope = JSON.parse(await page.evaluate(([name, input]) => globalThis.strata.call(name, input), [name, input]))
  if (!envelope.ok) throw new Error(envelope.failure.message)
  return envelope.value
}

async function take(page, screen, theme, sessions) {
  await page.evaluate((address) => {
    globalThis.location.hash = address
  }, screen.at(sessions))
  await page.waitForTimeout(settleMs)
  await screen.prepare?.(page)
  if (screen.keepsPointer !== true) await page.mouse.move(size.width - 1, size.height - 1)
  await page.waitForTimeout(settleMs)
  const file = options.size === usual ? `${screen.name}-${theme}.png` : `${screen.name}-${theme}-${options.size}.png`
  await page.screenshot({ path: path.join(shots, file) })
  say(`shots/${file}`)
  if (documentPictures.has(file)) {
    copyFileSync(path.join(shots, file), path.join(pictures, file))
    say(`docs/pictures/${file}`)
  }
  await page.keyboard.press('Escape')
}
