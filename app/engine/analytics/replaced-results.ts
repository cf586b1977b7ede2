/** What tools gave back in the context that a compaction replaced: no table holds those texts, the artifacts do. */
import { artifactHash } from '../../model/ids.ts'
import type { Store } from '../../store/store.ts'
import { eventsIn } from '../made/made-rows.ts'
import { chainFrom } from '../materialise/chain-links.ts'

/** Texts of the results, from the compaction before, which is part of what was replaced, or from the root. @throws StrataError artifact-corrupt */
export const replacedResults = async (store: Store, compactionId: string): Promise<readonly string[]> => {
  const [, ...before] = await chainFrom(store, compactionId)
  const end = before.findIndex(({ commitType }) => commitType !== 'delta')
  const texts: string[] = []
  for (const { format, artifactHash: hash } of end === -1 ? before : before.slice(0, end + 1))
    for (const event of eventsIn(format, await store.read(artifactHash(hash))) ?? [])
      if (event.type === 'tool_result') texts.push(event.payload.output ?? '')
  return texts.filter((text) => text !== '')
}
