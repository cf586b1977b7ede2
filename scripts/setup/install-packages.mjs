/** Installs the packages that package-lock.json names, and only when some are missing. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './project-root.mjs'
import { runNpm } from './run-command.mjs'
import { say, SetupError } from './say.mjs'

/** Makes node_modules agree with package-lock.json; throws a SetupError when npm cannot. */
export async function installPackages() {
  const missing = missingPackages()
  if (missing.length === 0) return
  say(`installing packages (${String(missing.length)} missing, for example ${missing[0]}); this happens once`)
  // Not `npm ci`: it refuses a lock file made where the registry lacks some other platform's optional packages.
  // `--no-save` still takes every version from the lock file and leaves it as it is.
  const { code } = await runNpm(['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], { talk: 'aside' })
  if (code !== 0) {
    throw new SetupError(`npm install failed (exit code ${String(code)}); see its message above. Is the network reachable?`)
  }
  const still = missingPackages()
  if (still.length > 0) throw new SetupError(`npm install left packages out: ${still.slice(0, 5).join(', ')}`)
}

/** The packages of the lock file that this platform needs and node_modules lacks or has in another version. */
export function missingPackages(root = projectRoot) {
  const wanted = lockedPackages(path.join(root, 'package-lock.json')) ?? {}
  const present = lockedPackages(path.join(root, 'node_modules', '.package-lock.json')) ?? {}
  return Object.entries(wanted)
    .filter(([place, entry]) => place !== '' && isForThisPlatform(entry))
    .filter(([place, entry]) => present[place]?.version !== entry.version)
    .map(([place]) => place.replace(/^.*node_modules\//, ''))
}

function lockedPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

/** An optional package is needed when it names this platform; one that names none may be absent with good reason. */
function isForThisPlatform(entry) {
  if (entry.optional !== true) return true
  return entry.os !== undefined && allows(entry.os, process.platform) && allows(entry.cpu, process.arch) && allows(entry.libc, libc())
}

function allows(list, value) {
  if (list === undefined || value === undefined) return true
  return list.includes(`!${value}`) ? false : list.includes(value) || list.every((item) => item.startsWith('!'))
}

function libc() {
  if (process.platform !== 'linux') return undefined
  return process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc'
}
