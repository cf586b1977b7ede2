/** Temporary folders that vanish with the test that asked for them. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

const untilTheEnd: string[] = []

function remove(dir: string): void {
  rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
}

afterAll(() => {
  untilTheEnd.forEach(remove)
})

/** A new folder. Asked for inside a test it is removed when that test has ended, in beforeAll after the file's last test. */
export function tempDir(): string {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'strata-test-')))
  try {
    onTestFinished(() => remove(dir))
  } catch {
    untilTheEnd.push(dir)
  }
  return dir
}
