/**
 * `npm run package`: the packaged program as a folder under release/. With `--installers` also this platform's
 * installers, for which electron-builder downloads its own tools. Arguments `-c.NAME=VALUE` change settings of electron-builder.yml.
 */
import { cpSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { makeStaleBundles } from './build/make-bundles.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { provisionElectron } from './setup/provision-electron.mjs'
import { projectRoot } from './setup/project-root.mjs'
import { runCommand } from './setup/run-command.mjs'
import { runScript, say } from './setup/say.mjs'

const require = createRequire(import.meta.url)
const built = path.join(projectRoot, 'dist')
const windowPrograms = ['main.cjs', 'preload.cjs', 'engine-process.cjs']
const platformFlag = { darwin: '--mac', linux: '--linux', win32: '--win' }

await runScript(async () => {
  await installPackages()
  const electron = await provisionElectron()
  await makeStaleBundles()
  copyCommandLine()
  if (electron.origin === 'fallback') say(`packaging with Electron ${electron.version}, the one at hand; not for release`)
  const target = process.argv.includes('--installers') ? [] : ['dir']
  const { code } = await runCommand(process.execPath, [
    require.resolve('electron-builder/cli.js'),
    platformFlag[process.platform] ?? '--linux',
    ...target,
    '--publish=never',
    `-c.electronVersion=${electron.version}`,
    `-c.electronDist=${electron.folder}`,
    ...process.argv.filter((argument) => argument.startsWith('-c.')),
  ])
  return code
})

/** Puts what the command line consists of beside the other bundles, for electron-builder to take from there. */
function copyCommandLine() {
  const copy = path.join(built, 'command-line')
  rmSync(copy, { recursive: true, force: true })
  cpSync(path.join(built, 'node'), copy, {
    recursive: true,
    filter: (file) => !file.endsWith('.map') && !windowPrograms.includes(path.basename(file)),
  })
}
