/** Times after which programs are killed: others in each run, and those of an earlier run where STRATA_SEED names it. */
import { onTestFailed } from 'vitest'
import { randomOf } from './mutation/random.ts'

/** Gives delays below a limit, milliseconds. A test that fails prints the seed that repeats them. */
export const killDelays = (): ((belowMs: number) => number) => {
  const seed = Number(process.env['STRATA_SEED'] ?? Date.now() % 1_000_000)
  onTestFailed(() => {
    process.stderr.write(`the same delays again: STRATA_SEED=${seed}\n`)
  })
  const random = randomOf(seed)
  return (belowMs) => random.fraction() * belowMs
}
