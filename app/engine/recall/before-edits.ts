/** Before each edit: would the earlier session with a failure or a rejection on that file have been offered? */
import { toolsOf } from '../../../importer/agents.ts'
import type { HindsightView } from '../../contract/recall.ts'
import { flag, instant, text } from '../../model/columns.ts'
import { changerKinds } from '../../model/tool-kind.ts'
import { recall } from '../../recall/recall.ts'
import type { RecallWeights } from '../../recall/weights.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { JobProgress } from '../kernel/job.ts'
import { yieldToEventLoop } from '../kernel/run-in-slices.ts'
import type { Group } from './hindsight-cases.ts'
import recallFailures from './recall-failures.sql?raw'

const columns = {
  sessionId: text('session_id'),
  occurredAt: instant('occurred_at'),
  file: text('file'),
  isWarning: flag('is_warning'),
  isEdit: flag('is_edit'),
} as const

/** First edits that are asked about, spread over the history. */
const maxAsked = 200

interface Edit {
  readonly file: string
  readonly at: number
  readonly sessionId: string
  /** Earlier sessions that have a failed edit or a rejection on the file. */
  readonly warned: ReadonlySet<string>
}

const editsOf = async ({ store }: EngineContext, { repository, sessions }: Group): Promise<readonly Edit[]> => {
  const parameters = { sessions: [...sessions], tools: [...toolsOf(changerKinds)] }
  const rows = await store.database.query(recallFailures, columns, parameters)
  const warned = new Map<string, Set<string>>()
  const seen = new Set<string>()
  const edits: Edit[] = []
  for (const { sessionId, occurredAt, file: path, isWarning, isEdit } of rows) {
    const file = repository.relative(path)
    if (file === undefined) continue
    const own = warned.get(file) ?? new Set<string>()
    const earlier = [...own].filter((session) => session !== sessionId)
    const key = `${sessionId}\n${file}`
    if (isEdit && !seen.has(key)) {
      seen.add(key)
      if (earlier.length > 0) edits.push({ file, at: occurredAt, sessionId, warned: new Set(earlier) })
    }
    if (isWarning) warned.set(file, own.add(sessionId))
  }
  return edits
}

/** Each asks with the file alone: what a hook knows before the edit. */
export const countEdits = async (
  context: EngineContext,
  groups: readonly Group[],
  weights: RecallWeights,
  progress: JobProgress,
): Promise<HindsightView['edits']> => {
  const pause = yieldToEventLoop(progress)
  let [asked, offered] = [0, 0]
  for (const group of groups) {
    const edits = await editsOf(context, group)
    const step = Math.max(1, Math.ceil(edits.length / maxAsked))
    for (const [number, { file, at, sessionId, warned }] of edits.entries()) {
      if (number % step !== 0) continue
      await pause()
      const question = { prompt: file, files: [file], asOf: at, sessionId, branch: null, cwd: null }
      const { items } = recall(question, group.candidates, { weights })
      asked += 1
      if (items.some((item) => warned.has(item.sessionId))) offered += 1
    }
  }
  return { edits: asked, offered }
}
