/** Rebuilt conversations are found while they are written and the moment after. */
import { expect, test } from 'vitest'
import { WorkerPool } from '../../../../app/engine/kernel/worker-pool.ts'
import { findStoredArtifact, keepArtifactBytes } from '../../../../app/engine/materialise/stored-artifact.ts'
import { hashBytes } from '../../../../app/store/files/content-hash.ts'
import { Pieces } from '../../../../app/store/files/pieces.ts'
import { openStore } from '../../../../app/store/open-store.ts'
import { engineContext } from '../../../support/engine-context.ts'
import { tempDir } from '../../../support/temp-dir.ts'

test('an artifact that is written while its name is looked up is found', async () => {
  const store = await openStore(tempDir(), { program: 'test' })
  try {
    const context = engineContext(store, new WorkerPool())
    const hash = hashBytes('a conversation')
    let finish = (): void => undefined
    keepArtifactBytes(context, [hash], new Pieces(), new Promise((done) => (finish = done)))
    const asked = findStoredArtifact(context, hash.slice(0, 12))
    finish()
    expect(await asked).toBe(hash)
    await expect(findStoredArtifact(context, hash)).rejects.toMatchObject({ code: 'not-found' })
  } finally {
    await store.close()
  }
})
