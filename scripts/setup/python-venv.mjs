/** Python packages in the cache folder: one virtual environment for each package and version. */
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { cacheFolder } from './cache-folder.mjs'
import { runCommand } from './run-command.mjs'
import { say } from './say.mjs'

const isWindows = process.platform === 'win32'
const systemPython = isWindows ? 'python' : 'python3'

/** The last line of what a program printed: for Python and pip, the error. */
const lastLine = (output) => output.trim().split('\n').at(-1)?.trim() ?? ''

/**
 * The folder with the programs of a package, or the reason why it cannot be used: {bin, python} or {reason}. It is installed once. A folder
 * whose installation did not finish is removed.
 */
export async function pythonVenv(packageName, version) {
  const folder = path.join(cacheFolder(), 'python', `${packageName}-${version}`)
  const bin = path.join(folder, isWindows ? 'Scripts' : 'bin')
  const python = path.join(bin, isWindows ? 'python.exe' : 'python')
  const finished = path.join(folder, 'installed')
  if (existsSync(finished)) return { bin, python }
  if (process.env.STRATA_OFFLINE) return { reason: `${packageName} is not installed, and STRATA_OFFLINE forbids downloads` }
  say(`installing the Python package ${packageName} ${version} in ${folder}`)
  rmSync(folder, { recursive: true, force: true })
  const made = await runCommand(systemPython, ['-m', 'venv', folder], { talk: 'quiet' })
  if (made.code === 127) return { reason: `${systemPython} is not installed` }
  if (made.code !== 0) return { reason: `${systemPython} cannot create a virtual environment: ${lastLine(made.output)}` }
  const pip = ['-m', 'pip', 'install', '--quiet', '--no-input', '--disable-pip-version-check', `${packageName}==${version}`]
  const installed = await runCommand(python, pip, { talk: 'quiet' })
  if (installed.code !== 0) return { reason: `pip cannot install ${packageName} ${version}: ${lastLine(installed.output)}` }
  writeFileSync(finished, '')
  return { bin, python }
}
