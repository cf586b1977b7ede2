/** Electron as its own package brings it: already unpacked, or fetched by its own downloader under a watch. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { cacheFolder } from './cache-folder.mjs'
import { projectRoot } from './project-root.mjs'
import { runCommand } from './run-command.mjs'

const packageFolder = path.join(projectRoot, 'node_modules', 'electron')
const stallLimitMs = 30_000

/** The Electron that node_modules/electron holds, or undefined when its binary was never fetched. */
export function installedElectron() {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? path.join(packageFolder, 'dist')
  const place = readText(path.join(packageFolder, 'path.txt')) ?? defaultPlace[process.platform]
  const executable = path.join(folder, place)
  if (!existsSync(executable)) return undefined
  return { origin: 'official', folder, executable, version: readText(path.join(folder, 'version'))?.replace(/^v/, '') ?? wantedVersion() }
}

/** Lets the electron package fetch its binary; answers undefined when it did, else the reason why it did not. */
export async function downloadOfficialElectron() {
  if (process.env.ELECTRON_SKIP_BINARY_DOWNLOAD) return 'ELECTRON_SKIP_BINARY_DOWNLOAD is set'
  if (!existsSync(packageFolder)) return 'the electron package is not installed'
  const scratch = path.join(cacheFolder(), `electron-download-${String(process.pid)}`)
  mkdirSync(scratch, { recursive: true })
  try {
    return await fetchInto(scratch)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** The downloader writes into its temporary folder, so a folder that stops growing means a connection that hangs. */
async function fetchInto(scratch) {
  let stalled = false
  let watch
  const env = { ...process.env, TMPDIR: scratch, TEMP: scratch, TMP: scratch }
  const { code, output } = await runCommand(process.execPath, [path.join(packageFolder, 'install.js')], {
    env,
    talk: 'quiet',
    onStart: (child) => {
      watch = watchForStall(scratch, () => {
        stalled = true
        child.kill('SIGKILL')
      })
    },
  })
  clearInterval(watch)
  if (code === 0 && installedElectron() !== undefined) return undefined
  if (stalled) return `its download stood still for ${String(stallLimitMs / 1000)} s`
  return firstErrorIn(output) ?? `its downloader ended with code ${String(code)}`
}

function watchForStall(folder, onStall) {
  let size = -1
  let since = Date.now()
  return setInterval(() => {
    const now = sizeOf(folder) + sizeOf(path.join(packageFolder, 'dist'))
    if (now !== size) {
      size = now
      since = Date.now()
    } else if (Date.now() - since > stallLimitMs) {
      onStall()
    }
  }, 500)
}

function sizeOf(folder) {
  if (!existsSync(folder)) return 0
  let total = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) total += statSync(path.join(entry.parentPath ?? entry.path, entry.name), { throwIfNoEntry: false })?.size ?? 0
  }
  return total
}

/** The message of the first error line, without host names' details that only clutter: "RequestError: connect ETIMEDOUT". */
function firstErrorIn(output) {
  return /^(?:\w*Error|HTTPError)[^\n]*/m.exec(output)?.[0]
}

function wantedVersion() {
  return JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8')).version
}

function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

const defaultPlace = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  linux: 'electron',
  win32: 'electron.exe',
}
