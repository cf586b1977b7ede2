/** The command `strata`, run as a person runs it: built, in a process of its own. */
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export const cli = path.resolve('dist/node/cli.cjs')

/** Its environment: nothing of the one who runs the tests decides where it looks. */
export const strataEnv = (storeDir: string): NodeJS.ProcessEnv => {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(STRATA_|CLAUDE|ANTHROPIC_|XDG_|DISPLAY|WAYLAND_DISPLAY|FORCE_COLOR)/.test(name),
  )
  // What was compiled is kept for all tests, not in each home.
  const cache = path.join(tmpdir(), 'strata-tests-cache')
  return { ...Object.fromEntries(kept), HOME: path.dirname(storeDir), XDG_CACHE_HOME: cache, NO_COLOR: '1', STRATA_STORE: storeDir }
}

/** @param storeDir the store it works on; the folder it lies in is taken for the home. */
export const strata = (storeDir: string, ...args: readonly string[]): Ended => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    env: strataEnv(storeDir),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    // A command that never ends fails its test; nothing else could stop it, since the test waits for it.
    timeout: 300_000,
    killSignal: 'SIGKILL',
  })
  return { code: status, out: stdout, err: stderr }
}
