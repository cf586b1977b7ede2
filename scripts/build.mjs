/** Builds Strata into dist. `--if-stale` leaves alone what is up to date. */
import { installPackages } from './setup/install-packages.mjs'
import { runScript } from './setup/say.mjs'
import { makeAllBundles, makeStaleBundles } from './build/make-bundles.mjs'

await runScript(async () => {
  await installPackages()
  if (process.argv.includes('--if-stale')) await makeStaleBundles()
  else await makeAllBundles()
})
