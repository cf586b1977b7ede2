/** Temporary folders that vanish with the test that asked for them. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** A new folder whose owner removes it; for set-up that several tests use. */
export function keptTempDir(): { readonly path: string; readonly remove: () => void } {
  const dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'strata-test-')))
  return {
    path: dir,
    remove: () => {
      rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** A new folder, removed when the running test has ended. Call it inside a test. */
export function tempDir(): string {
  const dir = keptTempDir()
  onTestFinished(dir.remove)
  return dir.path
}
