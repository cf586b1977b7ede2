/** Starts an import in a process of its own, so that it can be killed. */
import { spawn } from 'node:child_process'
import path from 'node:path'

/** Runs `strata import` and kills it after the given time, milliseconds; gives whether it was killed before it had ended. */
export const killedImport = (storeDir: string, roots: readonly string[], afterMs: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const cli = path.resolve('dist/node/cli.cjs')
    const child = spawn(process.execPath, [cli, 'import', ...roots, '--store', storeDir], { stdio: 'ignore' })
    const timer = setTimeout(() => child.kill('SIGKILL'), afterMs)
    child.on('error', reject)
    child.on('exit', (_, signal) => {
      clearTimeout(timer)
      resolve(signal === 'SIGKILL')
    })
  })
