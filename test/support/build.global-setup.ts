/** Builds the program that the integration tests run, unless it is up to date. */
import { execFileSync } from 'node:child_process'

export function setup(): void {
  execFileSync(process.execPath, ['scripts/build.mjs', '--if-stale'], { stdio: 'inherit' })
}
