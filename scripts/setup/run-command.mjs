/** Starts another program and waits for it. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { projectRoot } from './project-root.mjs'

const stdioOf = {
  through: ['inherit', 'inherit', 'inherit'],
  aside: ['ignore', 2, 2],
  quiet: ['ignore', 'pipe', 'pipe'],
}

/**
 * Runs a program and answers {code, output}. `talk` says where its words go: 'through' to our stdout and stderr,
 * 'aside' all to our stderr, 'quiet' nowhere but `output`. One that cannot be started answers code 127,
 * one that a signal ended 128 + the signal's number.
 */
export function runCommand(command, args, options = {}) {
  const { cwd = projectRoot, env = process.env, talk = 'through' } = options
  return new Promise((resolve) => {
    const stdio = stdioOf[talk]
    const child = spawn(command, args, { cwd, env, stdio, shell: needsShell(command) })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    const release = leaveSignalsTo(child)
    const finish = (code, words) => {
      release()
      resolve({ code, output: words })
    }
    child.on('error', (error) => finish(127, error.message))
    child.on('close', (code, signal) => finish(code ?? 128 + constants.signals[signal], output))
    options.onStart?.(child)
  })
}

/** Ctrl+C reaches the child by itself and it decides what to do; a SIGTERM for us is meant for it. */
function leaveSignalsTo(child) {
  const ignore = () => undefined
  const pass = () => child.kill('SIGTERM')
  process.on('SIGINT', ignore)
  process.on('SIGTERM', pass)
  return () => {
    process.off('SIGINT', ignore)
    process.off('SIGTERM', pass)
  }
}

/** Runs npm: the one that started us if there is one, else the one on the path. */
export function runNpm(args, options = {}) {
  const started = process.env.npm_execpath
  if (started?.endsWith('npm-cli.js')) return runCommand(process.execPath, [started, ...args], options)
  return runCommand(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options)
}

/** Windows starts a .cmd file only through a shell. */
function needsShell(command) {
  return process.platform === 'win32' && command.endsWith('.cmd')
}
