/**
 * `npm run dev`: builds on every change and runs the program on it. A change of the window's code needs Ctrl+R there;
 * a change of main or the engine starts the program again. Arguments go to Strata, for example `-- --store DIR`.
 */
import { spawn } from 'node:child_process'
import path from 'node:path'
import { bundles } from './build/bundles.mjs'
import { electronCommand } from './setup/electron-command.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { projectRoot } from './setup/project-root.mjs'
import { provisionElectron } from './setup/provision-electron.mjs'
import { runScript, say } from './setup/say.mjs'

let running

await runScript(async () => {
  await installPackages()
  const launch = electronCommand(await provisionElectron())
  for (const bundle of bundles) {
    const outDir = path.join(projectRoot, 'dist', bundle.name)
    for (const configure of bundle.configurations) await watch(await configure(outDir, 'development'), () => rebuilt(bundle.name, launch))
  }
})

/** Resolves after the first build; afterwards `onBuilt` is told of every further one. */
async function watch(configuration, onBuilt) {
  const { build } = await import('vite')
  const watcher = await build({ ...configuration, build: { ...configuration.build, emptyOutDir: false, watch: {} } })
  await new Promise((resolve) => {
    watcher.on('event', (event) => {
      if (event.code === 'ERROR') say(event.error.message)
      if (event.code === 'BUNDLE_END') void event.result.close()
      if (event.code !== 'END') return
      resolve()
      onBuilt()
    })
  })
}

function rebuilt(name, launch) {
  if (name === 'renderer' && running !== undefined) return say('the window was rebuilt: press Ctrl+R in it')
  if (name === 'renderer') return start(launch)
  if (running !== undefined) running.kill('SIGTERM')
  return undefined
}

/** Starts the program; when a rebuild ended it, starts it again, and when the person closed it, ends the watching too. */
function start(launch) {
  running = spawn(launch.executable, [...launch.args, ...process.argv.slice(2)], { stdio: 'inherit' })
  const child = running
  child.on('exit', (code, signal) => {
    if (child.killed || signal !== null) start(launch)
    else process.exit(code ?? 0)
  })
}
