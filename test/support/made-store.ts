/** A store of made commits. Apart from what makes them: programs that tests kill use that, outside of the test runner. */
import path from 'node:path'
import { made, turn } from './made-commits.ts'
import { tempDir } from './temp-dir.ts'
import { withEngine } from './with-engine.ts'

/** A store with a chain of commits, one for each text, oldest first; gives their ids. */
export const storeOf = async (...texts: readonly string[]) => {
  const dir = path.join(tempDir(), 'store')
  const ids: string[] = []
  await withEngine(dir, async (engine) => {
    for (const [index, text] of texts.entries()) {
      const createdAt = `2026-01-05T08:0${index}:00Z`
      ids.push(await made(engine, { bytes: turn(text, index * 60), parent: ids.at(-1) ?? '', sessionId: 's1', createdAt }))
    }
  })
  return { dir, ids }
}
