/** Runs a command of the program in a process of its own, so that it can be killed. */
import { spawn } from 'node:child_process'
import { cli } from './strata-command.ts'

/** Kills `strata` with these arguments after the given time, milliseconds; gives whether it was killed before it had ended. */
export const killed = (storeDir: string, args: readonly string[], afterMs: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args, '--store', storeDir], { stdio: 'ignore' })
    const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
    child.on('error', reject)
    child.on('exit', (_, signal) => {
      clearTimeout(timer)
      resolve(signal === 'SIGKILL')
    })
  })
