/**
 * `npm start`: from a fresh clone to Strata. Opens the window on the default store, or, without a display,
 * does the main job in the terminal: imports transcripts and shows what is in them.
 * Arguments: folders to import; `--store DIR`; `--demo` for the sample transcripts in a store of their own.
 */
import path from 'node:path'
import { makeStaleBundles } from './build/make-bundles.mjs'
import { cacheFolder } from './setup/cache-folder.mjs'
import { electronCommand } from './setup/electron-command.mjs'
import { hasDisplay } from './setup/has-display.mjs'
import { installWindowLibraries } from './setup/install-debian-packages.mjs'
import { installPackages } from './setup/install-packages.mjs'
import { projectRoot } from './setup/project-root.mjs'
import { provisionElectron } from './setup/provision-electron.mjs'
import { runCommand } from './setup/run-command.mjs'
import { runScript, say, SetupError } from './setup/say.mjs'

const cli = path.join(projectRoot, 'dist', 'node', 'cli.cjs')

/** The exit code of an import that is done, but could not read some files. */
const doneWithFaults = 3

/** npm runs scripts in the project's folder; paths are meant relative to where npm was started. */
const startedIn = process.env.INIT_CWD ?? process.cwd()

await runScript(async () => {
  const request = parseArguments(process.argv.slice(2))
  await installPackages()
  const launch = hasDisplay() ? await windowLaunch() : undefined
  if (launch !== undefined) return openWindow(launch, request)
  if (!hasDisplay()) say('there is no display here, so Strata works in the terminal')
  return workInTerminal(request)
})

function parseArguments(args) {
  const request = { folders: [], storeDir: undefined, isDemo: false }
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index]
    if (argument === '--demo') request.isDemo = true
    else if (argument === '--store') request.storeDir = args[(index += 1)]
    else if (argument.startsWith('--store=')) request.storeDir = argument.slice('--store='.length)
    else if (argument.startsWith('-'))
      throw new SetupError(`unknown option ${argument}; there are --demo, --store DIR, and folders to import`)
    else request.folders.push(path.resolve(startedIn, argument))
  }
  if (args.includes('--store') && request.storeDir === undefined) throw new SetupError('--store needs a folder')
  return request.isDemo ? demoRequest(request) : request
}

function demoRequest(request) {
  return {
    ...request,
    folders: [path.join(projectRoot, 'samples', 'projects'), ...request.folders],
    storeDir: request.storeDir ?? path.join(cacheFolder(), 'demo-store'),
  }
}

/** How to open a window; undefined, with the reason told, when that cannot be had here. */
async function windowLaunch() {
  try {
    await installWindowLibraries()
    return electronCommand(await provisionElectron())
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    say(error.message)
    say('so the window cannot open; Strata works in the terminal instead')
    return undefined
  }
}

async function openWindow(launch, request) {
  await makeStaleBundles()
  if (launch.args.includes('--no-sandbox')) {
    say("starting Electron without Chromium's process sandbox, which this system or account does not allow")
  }
  const imports = request.folders.flatMap((folder) => ['--import', folder])
  const { code } = await runCommand(launch.executable, [...launch.args, ...storeArguments(request), ...imports])
  return code
}

/** Import, list, sum up; stops where a command fails, but not at an import that only left unreadable files out. */
async function workInTerminal(request) {
  await makeStaleBundles(['node'])
  const strata = (...args) => runCommand(process.execPath, [cli, ...args, ...storeArguments(request)])
  const imported = await strata('import', ...request.folders)
  if (imported.code !== 0 && imported.code !== doneWithFaults) return imported.code
  if (await isEmpty(request)) {
    tellWhereToLook()
    return imported.code
  }
  for (const command of ['sessions', 'stats']) {
    process.stdout.write('\n')
    const { code } = await strata(command)
    if (code !== 0) return code
  }
  tellNextSteps(request)
  return imported.code
}

async function isEmpty(request) {
  const { code, output } = await runCommand(process.execPath, [cli, 'sessions', '--json', '--everything', ...storeArguments(request)], {
    talk: 'quiet',
  })
  return code === 0 && JSON.parse(output).total === 0
}

function storeArguments(request) {
  return request.storeDir === undefined ? [] : ['--store', path.resolve(startedIn, request.storeDir)]
}

function tellWhereToLook() {
  printSteps([
    [`${strataCommand()} doctor`, 'where transcripts were looked for, and the likely cause'],
    ['npm start -- FOLDER…', 'import from other folders'],
    ['npm start -- --demo', 'see Strata work on sample transcripts'],
  ])
}

function tellNextSteps(request) {
  const command = strataCommand()
  const [, store] = storeArguments(request)
  const choose = process.platform === 'win32' ? `set STRATA_STORE=${store}` : `export STRATA_STORE='${store}'`
  if (store !== undefined) process.stdout.write(`\nThe commands below use this store after\n  ${choose}\n`)
  printSteps([
    [`${command} log --graph -n 20`, 'the newest commits, with their lines of descent'],
    [`${command} show ctx-…`, 'one commit, read as a conversation'],
    [`${command} stats --by project`, 'the figures of every project'],
    [`${command} problems`, 'lines that could not be read, and why'],
    [`${command} --help`, 'everything else'],
  ])
  process.stdout.write('\nWhere there is a display, npm start opens the window instead.\n')
}

function strataCommand() {
  return `node ${path.relative(startedIn, path.join(projectRoot, 'scripts', 'strata.mjs'))}`
}

function printSteps(steps) {
  const width = Math.max(...steps.map(([step]) => step.length))
  process.stdout.write(['', 'Next:', ...steps.map(([step, what]) => `  ${step.padEnd(width)}  # ${what}`), ''].join('\n'))
}
