/** A temporary folder for the time of some work. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Calls `work` with the folder, removes the folder, and answers what `work` answered. */
export async function inTempFolder(work) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'strata-check-lake-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
