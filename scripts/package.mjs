/**
 * `npm run package`: the packaged program as a folder under release/. With `--installers` also this platform's
 * installers, for which electron-builder downloads its own tools.
 */
import path from 'node:path'
import { makeStaleBundles } from './build/make-bundles.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { projectRoot } from './setup/project-root.mjs'
import { provisionElectron } from './setup/provision-electron.mjs'
import { runCommand } from './setup/run-command.mjs'
import { runScript, say } from './setup/say.mjs'

const platformFlag = { darwin: '--mac', linux: '--linux', win32: '--win' }

await runScript(async () => {
  await installPackages()
  const electron = await provisionElectron()
  await makeStaleBundles()
  if (electron.origin === 'fallback') say(`packaging with Electron ${electron.version}, the one at hand; not for release`)
  const target = process.argv.includes('--installers') ? [] : ['dir']
  const { code } = await runCommand(process.execPath, [
    path.join(projectRoot, 'node_modules', 'electron-builder', 'cli.js'),
    platformFlag[process.platform] ?? '--linux',
    ...target,
    '--publish=never',
    `-c.electronVersion=${electron.version}`,
    `-c.electronDist=${electron.folder}`,
  ])
  return code
})
