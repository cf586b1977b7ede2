/** Results that are in later commits than their calls: a commit ends where a sub-agent is started. */
import type { CommitDetail } from '../../contract/commits.ts'
import type { ConversationBlock, ConversationItem } from '../../contract/reader.ts'
import type { Store } from '../../store/store.ts'
import { commitOf, readingIndex } from './reading-index.ts'
import { branchFrom, readingTo } from './reading-rows.ts'
import { resultsFor } from './read-rows.ts'

type Call = Extract<ConversationBlock, { readonly kind: 'tool_call' }>

const isOpen = (block: ConversationBlock): block is Call => block.kind === 'tool_call' && block.result === null

/** The same items; calls without a result have that of the commits that continue the chain. @throws StrataError artifact-corrupt */
export const withLaterResults = async (
  store: Store,
  { commit, children }: Pick<CommitDetail, 'commit' | 'children'>,
  items: readonly ConversationItem[],
): Promise<readonly ConversationItem[]> => {
  const open = items.flatMap(({ blocks }) => blocks.filter(isOpen))
  const isContinued = children.some(({ chain, sessionId }) => chain === commit.chain && sessionId === commit.sessionId)
  if (open.length === 0 || !isContinued) return items
  const index = await readingIndex(store, commit.sessionId)
  const { tip } = branchFrom(index, commitOf(index, commit.commitId))
  const results = await resultsFor(
    store,
    readingTo(index, tip.commitId),
    open.map(({ toolUseId }) => toolUseId),
  )
  return items.map((item) => ({
    ...item,
    blocks: item.blocks.map((block) => (isOpen(block) ? { ...block, result: results.get(block.toolUseId) ?? null } : block)),
  }))
}
