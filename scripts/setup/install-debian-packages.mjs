/** The system libraries that Electron needs on Linux, and the virtual display for tests: installed when we may, else named. */
import { accessSync, constants, existsSync } from 'node:fs'
import path from 'node:path'
import { runCommand } from './run-command.mjs'
import { say, SetupError } from './say.mjs'

const windowNeeds = [
  { library: 'libgtk-3.so.0', package: 'libgtk-3-0' },
  { library: 'libnss3.so', package: 'libnss3' },
  { library: 'libatk-bridge-2.0.so.0', package: 'libatk-bridge2.0-0' },
  { library: 'libgbm.so.1', package: 'libgbm1' },
  { library: 'libasound.so.2', package: 'libasound2' },
]
const displayNeeds = [
  { program: 'Xvfb', package: 'xvfb' },
  { program: 'xvfb-run', package: 'xvfb' },
  { program: 'xauth', package: 'xauth' },
]

/** Makes sure that an Electron window can open here; throws a SetupError naming the command to run when it cannot. */
export async function installWindowLibraries() {
  await installMissing(windowNeeds)
}

/** Makes sure that a window can open on a display of our own, without a screen. */
export async function installVirtualDisplay() {
  await installMissing([...windowNeeds, ...displayNeeds])
}

async function installMissing(needs) {
  if (process.platform !== 'linux') return
  const missing = await missingOf(needs)
  if (missing.length === 0) return
  const what = missing.map((need) => need.library ?? need.program).join(', ')
  if (!existsSync('/usr/bin/apt-get')) throw new SetupError(`missing on this system: ${what}; install them with its package manager`)
  const isRoot = process.getuid() === 0
  if (!isRoot)
    throw new SetupError(
      `missing on this system: ${what}; install them with:\n  sudo apt-get install ${(await packageNames(missing)).join(' ')}`,
    )
  say(`installing Debian packages for: ${what}`)
  await aptGet(['update', '-q'])
  await aptGet(['install', '-q', '-y', '--no-install-recommends', ...(await packageNames(missing))])
  const still = await missingOf(needs)
  if (still.length > 0) throw new SetupError(`still missing after apt-get: ${still.map((need) => need.library ?? need.program).join(', ')}`)
}

async function aptGet(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { code, output } = await runCommand('apt-get', args, { env, talk: 'quiet' })
  if (code !== 0) throw new SetupError(`apt-get ${args[0]} failed: ${output.trim().split('\n').at(-1)}`)
}

async function missingOf(needs) {
  const { code, output } = await runCommand(existsSync('/sbin/ldconfig') ? '/sbin/ldconfig' : 'ldconfig', ['-p'], { talk: 'quiet' })
  const hasLibrary = (name) => code !== 0 || output.includes(`${name} `)
  return needs.filter((need) => (need.library === undefined ? !isOnPath(need.program) : !hasLibrary(need.library)))
}

function isOnPath(program) {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

/** Newer releases renamed some packages with the suffix t64; the new name is taken where there is one. */
async function packageNames(needs) {
  const names = []
  for (const name of new Set(needs.map((need) => need.package))) {
    const { output } = await runCommand('apt-cache', ['policy', `${name}t64`], { talk: 'quiet' })
    names.push(/Candidate: \d/.test(output) ? `${name}t64` : name)
  }
  return names
}
