/** Starts a process for SQL under Node. */
import { fork } from 'node:child_process'
import { builtScript } from '../kernel/built-script.ts'
import { howEnded } from './sql-process-messages.ts'
import type { FromSqlProcess, StartSqlProcess } from './sql-process-messages.ts'

export const forkSqlProcess: StartSqlProcess = () => {
  const child = fork(builtScript('sql-process'), [], {
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // The command has ended when its own work has: a process that waits for a task keeps nothing open.
  child.unref()
  child.channel?.unref()
  return {
    run(message) {
      child.ref()
      child.channel?.ref()
      child.send(message, () => undefined)
    },
    onEnd(ended) {
      let answer: FromSqlProcess | undefined
      child.on('message', (message) => {
        answer = message as FromSqlProcess
        child.kill('SIGKILL')
      })
      child.once('error', (error) => ended(undefined, error.message))
      child.once('exit', (code, signal) => ended(answer, howEnded(code, signal)))
    },
    kill() {
      child.kill('SIGKILL')
    },
  }
}
