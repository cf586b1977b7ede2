/** Tokens that the transcripts of a run state: each reply once. Transcripts of sub-agents are not counted. */
import { agentOfFormat, transcriptFormat } from '../../../importer/agents.ts'
import type { RunTokens } from '../../evaluate/results.ts'
import type { LineUsage } from '../../model/transcript-line.ts'
import { readBytes } from '../agent-context/stored-text.ts'

const countOf = (usage: LineUsage, field: 'inputTokens' | 'outputTokens' | 'cacheReadTokens' | 'cacheWriteTokens'): number =>
  Number(usage[field] ?? 0)

/** Null: no reply states its tokens. */
export const tokensOfRun = (transcripts: readonly string[]): RunTokens | null => {
  const replies = new Map<string, LineUsage>()
  for (const path of transcripts)
    for (const { usage, messageId, uuid, isRepeat } of agentOfFormat(transcriptFormat)?.lines.linesOf(readBytes(path) ?? Buffer.alloc(0)) ??
      [])
      if (usage !== undefined && !isRepeat) replies.set(messageId ?? uuid ?? String(replies.size), usage)
  if (replies.size === 0) return null
  const sum = (field: Parameters<typeof countOf>[1]): number =>
    [...replies.values()].reduce((total, usage) => total + countOf(usage, field), 0)
  return { input: sum('inputTokens'), output: sum('outputTokens'), cacheRead: sum('cacheReadTokens'), cacheWrite: sum('cacheWriteTokens') }
}
