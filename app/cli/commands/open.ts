/** strata open: starts the desktop app on the store. */
import { spawn } from 'node:child_process'
import { basename, dirname, resolve } from 'node:path'
import { exitCodes } from '../exit-codes.ts'
import { StrataError, toFailure } from '../../model/failure.ts'
import { failureJson, failureText } from '../text/failure-text.ts'
import { storeDirOf, type GlobalOptions } from '../run-with-engine.ts'
import type { Terminal } from '../terminal.ts'
import type { DefineCommand } from './command.ts'

const hasDisplay = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean =>
  platform === 'darwin' || platform === 'win32' || Boolean(env['DISPLAY'] ?? '') || Boolean(env['WAYLAND_DISPLAY'] ?? '')

const noDisplay = 'Cannot open the window: no display (neither DISPLAY nor WAYLAND_DISPLAY is set)'

/** Folder of the command line in a package; in the project it is dist/node. */
const packagedFolder = 'cli'
/** The packaged program, from the folder of its command line: resources/app.asar.unpacked/cli. */
const packagedPrograms: Partial<Record<NodeJS.Platform, string>> = { darwin: '../../../MacOS/Strata', win32: '../../../Strata.exe' }

/** The command that starts the app: in the project its script, in a package the program that contains the command line. */
const appCommand = (): readonly [string, ...string[]] => {
  const folder = dirname(process.argv[1] ?? '')
  if (basename(folder) !== packagedFolder) return [process.execPath, resolve(folder, '../../scripts/start.mjs')]
  return [resolve(folder, packagedPrograms[process.platform] ?? '../../../strata')]
}

const start = (storeDir: string): Promise<number> =>
  new Promise((done) => {
    const [program, ...args] = appCommand()
    const app = spawn(program, [...args, '--store', storeDir], { stdio: 'inherit' })
    app.on('error', () => done(exitCodes.failure))
    app.on('exit', (code) => done(code ?? exitCodes.failure))
  })

const refuse = (terminal: Terminal, json: boolean): number => {
  const failure = toFailure(new StrataError('no-display', noDisplay))
  terminal.printError(json ? failureJson(failure) : failureText(failure))
  return exitCodes.failure
}

export const openCommand: DefineCommand = (command, run) =>
  command.action(() =>
    run.alone((terminal: Terminal, options: GlobalOptions) =>
      hasDisplay(process.env, process.platform) ? start(storeDirOf(options)) : Promise.resolve(refuse(terminal, options.json === true)),
    ),
  )
