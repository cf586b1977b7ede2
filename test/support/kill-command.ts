/** Runs a command of the program in a process of its own, so that it can be killed. */
import { spawn } from 'node:child_process'
import { cli } from './strata-command.ts'

/** Kills `strata` with these arguments when something is so, asked every few milliseconds; gives whether it was killed before it had ended. */
export const killedWhen = (storeDir: string, args: readonly string[], isTime: () => boolean): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args, '--store', storeDir], { stdio: 'ignore' })
    const timer = setInterval(() => {
      if (isTime()) child.kill('SIGKILL')
    }, 2)
    child.on('error', reject)
    child.on('exit', (_, signal) => {
      clearInterval(timer)
      resolve(signal === 'SIGKILL')
    })
  })

/** The same after the given time, milliseconds. */
export const killed = (storeDir: string, args: readonly string[], afterMs: number): Promise<boolean> => {
  const startedAt = Date.now()
  return killedWhen(storeDir, args, () => Date.now() - startedAt >= afterMs)
}
