/**
 * How to start this project in a provisioned Electron. The official one takes the project's folder as an argument;
 * one without the loader for that (`default_app.asar`) gets a folder of links in which our project is its application.
 */
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { cacheFolder } from './cache-folder.mjs'
import { projectRoot } from './project-root.mjs'

/**
 * {executable, args} that start the built project in `electron`; the caller adds Strata's own arguments.
 * `first` names a module to run in Electron's main process before the program's own.
 */
export function electronCommand(electron, { root = projectRoot, first } = {}) {
  const switches = sandboxSwitches(electron)
  if (existsSync(path.join(electron.folder, 'resources', 'default_app.asar')) || process.platform === 'darwin') {
    return { executable: electron.executable, args: [...(first === undefined ? [] : ['-r', first]), ...switches, root] }
  }
  return { executable: linkFarm(electron, root, first), args: switches }
}

/** Chromium's process sandbox needs user namespaces or a root-owned program of its own, and refuses to run as root at all. */
function sandboxSwitches(electron) {
  if (process.platform !== 'linux') return []
  return process.getuid() === 0 || !(hasUserNamespaces() || hasRootSandbox(electron)) ? ['--no-sandbox'] : []
}

function hasUserNamespaces() {
  return readSetting('kernel/unprivileged_userns_clone') !== '0' && readSetting('kernel/apparmor_restrict_unprivileged_userns') !== '1'
}

function hasRootSandbox(electron) {
  const program = statSync(path.join(electron.folder, 'chrome-sandbox'), { throwIfNoEntry: false })
  return program?.uid === 0 && (program.mode & 0o4000) !== 0
}

function readSetting(name) {
  const file = `/proc/sys/${name}`
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/** Links to every file of Electron, with `resources/app` leading to the project; made once per Electron and project. */
function linkFarm(electron, root, first) {
  const name = createHash('sha256')
    .update([electron.executable, electron.version, root, first ?? ''].join('\0'))
    .digest('hex')
    .slice(0, 12)
  const farm = path.join(cacheFolder(), 'run', name)
  const executable = path.join(farm, path.basename(electron.executable))
  if (existsSync(executable) && existsSync(path.join(farm, 'resources.pak'))) return executable
  rmSync(farm, { recursive: true, force: true })
  const making = `${farm}.${String(process.pid)}`
  fillFarm(making, electron)
  plantApplication(path.join(making, 'resources', 'app'), root, first)
  try {
    renameSync(making, farm)
  } catch (error) {
    // Another process made the same farm first.
    if (!existsSync(executable)) throw error
    rmSync(making, { recursive: true, force: true })
  }
  return executable
}

function fillFarm(farm, electron) {
  mkdirSync(path.join(farm, 'resources'), { recursive: true })
  for (const entry of readdirSync(electron.folder)) {
    const from = path.join(electron.folder, entry)
    if (entry === 'resources') continue
    // Electron looks for its files beside the binary's real path, so the binary itself must not be a symbolic link.
    if (from === electron.executable) linkOrCopy(from, path.join(farm, entry))
    else symlinkSync(from, path.join(farm, entry))
  }
}

/** The project itself, or, when something is to run first, a folder whose entry runs that and then the project's. */
function plantApplication(place, root, first) {
  if (first === undefined) {
    symlinkSync(root, place)
    return
  }
  const { name, version, main } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  mkdirSync(place)
  writeFileSync(path.join(place, 'package.json'), JSON.stringify({ name, version, main: 'start.cjs' }))
  const modules = [first, path.join(root, main)]
  writeFileSync(path.join(place, 'start.cjs'), modules.map((file) => `require(${JSON.stringify(file)})\n`).join(''))
}

function linkOrCopy(from, to) {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
