/** The yardstick for a first import: ccusage, a native program that reads the same files for their tokens and stores nothing. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { cacheFolder } from '../setup/cache-folder.mjs'
import { runCommand, runNpm } from '../setup/run-command.mjs'

/** Its versions bring their program in packages of their own, and not every version has one for every platform. */
const version = '20.0.24'
const rounds = 3

/** The program, as arguments for Node: {program, version}; without it, the reason. It is installed once, into the cache folder. */
export async function installCcusage() {
  const folder = path.join(cacheFolder(), `ccusage-${version}`)
  const program = path.join(folder, 'node_modules', 'ccusage', 'src', 'cli.js')
  if (!existsSync(program)) {
    if (process.env.STRATA_OFFLINE) return { reason: 'it is not installed, and STRATA_OFFLINE forbids downloads' }
    const { code } = await runNpm(['install', '--prefix', folder, '--no-audit', '--no-fund', `ccusage@${version}`], { talk: 'quiet' })
    if (code !== 0) return { reason: 'it could not be installed' }
  }
  return { program, version }
}

/**
 * Wall time of the fastest of a few rounds over the transcripts below a folder named `projects`, milliseconds; without it, the reason.
 */
export async function measureCcusage(projects) {
  if (path.basename(projects) !== 'projects') return { reason: 'it wants a folder named projects' }
  const { program, reason } = await installCcusage()
  if (reason !== undefined) return { reason }
  const env = { ...process.env, CLAUDE_CONFIG_DIR: path.dirname(projects) }
  const times = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    const { code } = await runCommand(process.execPath, [program, 'daily', '--offline', '--json'], { env, talk: 'quiet' })
    if (code !== 0) return { reason: 'it does not run here' }
    times.push(performance.now() - started)
  }
  return { ms: Math.min(...times), version }
}
