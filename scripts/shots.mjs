/**
 * `npm run shots`: writes pictures of every screen in both themes, with the sample sessions, to shots/, and copies those that the documents
 * show to docs/pictures. Arguments name the screens wanted. `--size 900x600` takes other sizes, for looking at; `--theme dark` takes one theme.
 */
import { makeStaleBundles } from './build/make-bundles.mjs'
import { installVirtualDisplay } from './setup/install-debian-packages.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { provisionElectron } from './setup/provision-electron.mjs'
import { runScript } from './setup/say.mjs'
import { runOnVirtualDisplay } from './setup/virtual-display.mjs'

await runScript(async () => {
  await installPackages()
  await installVirtualDisplay()
  await provisionElectron()
  await makeStaleBundles()
  return runOnVirtualDisplay(process.execPath, ['scripts/shots/take-shots.mjs', ...process.argv.slice(2)])
})
