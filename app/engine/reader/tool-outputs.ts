/** Finds the files that hold tool results too large for the transcript: named by a path of the machine where the agent ran. */
import type { ConversationItem, ToolResultView } from '../../contract/reader.ts'
import { count, text } from '../../model/columns.ts'
import type { Store } from '../../store/store.ts'
import keptOutputs from './kept-outputs.sql?raw'

const columns = { sourceId: text('source_id'), path: text('path'), bytes: count('bytes') } as const

/** The end of a path that is the same on every machine: the session's folder, and where in it. */
const placeIn = (path: string, sessionId: string): string | undefined => {
  const parts = path.split(/[\\/]/)
  const at = parts.lastIndexOf(sessionId)
  return at === -1 ? undefined : parts.slice(at).join('/')
}

type Find = (path: string) => { readonly sourceId: string; readonly bytes: number } | undefined

const withFile = (result: ToolResultView, find: Find): ToolResultView => {
  const file = result.persisted === null ? undefined : find(result.persisted.path)
  return result.persisted === null || file === undefined ? result : { ...result, persisted: { ...result.persisted, ...file } }
}

const inItem = (item: ConversationItem, find: Find): ConversationItem => ({
  ...item,
  blocks: item.blocks.map((block) =>
    (block.kind === 'tool_call' || block.kind === 'tool_result') && block.result !== null
      ? { ...block, result: withFile(block.result, find) }
      : block,
  ),
})

const isNamed = ({ blocks }: ConversationItem): boolean =>
  blocks.some((block) => (block.kind === 'tool_call' || block.kind === 'tool_result') && (block.result?.persisted ?? null) !== null)

/** The same items; results whose whole output is in the store say where. */
export const findToolOutputs = async (
  store: Store,
  sessionId: string,
  items: readonly ConversationItem[],
): Promise<readonly ConversationItem[]> => {
  if (!items.some(isNamed)) return items
  const files = await store.database.query(keptOutputs, columns, { session: sessionId })
  const byPlace = new Map(files.map(({ path, ...file }) => [placeIn(path, sessionId), file]))
  const find: Find = (path) => {
    const place = placeIn(path, sessionId)
    return place === undefined ? undefined : byPlace.get(place)
  }
  return items.map((item) => (isNamed(item) ? inItem(item, find) : item))
}
