/**
 * `npm run package`: the packaged program as a folder under release/. With `--installers` also this platform's
 * installers, for which electron-builder downloads its own tools.
 */
import { createRequire } from 'node:module'
import { makeStaleBundles } from './build/make-bundles.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { provisionElectron } from './setup/provision-electron.mjs'
import { runCommand } from './setup/run-command.mjs'
import { runScript, say } from './setup/say.mjs'

const require = createRequire(import.meta.url)
const platformFlag = { darwin: '--mac', linux: '--linux', win32: '--win' }

await runScript(async () => {
  await installPackages()
  const electron = await provisionElectron()
  await makeStaleBundles()
  if (electron.origin === 'fallback') say(`packaging with Electron ${electron.version}, the one at hand; not for release`)
  const target = process.argv.includes('--installers') ? [] : ['dir']
  const { code } = await runCommand(process.execPath, [
    require.resolve('electron-builder/cli.js'),
    platformFlag[process.platform] ?? '--linux',
    ...target,
    '--publish=never',
    `-c.electronVersion=${electron.version}`,
    `-c.electronDist=${electron.folder}`,
  ])
  return code
})
