/** Every format that chains are kept in. Another agent's format is a folder here and a line in `chainFormats`. */
import { StrataError } from '../../model/failure.ts'
import { bureauAgentV1 } from '../../bureau/bureau-agent-v1/bureau-agent-v1.ts'
import type { ChainFormat } from './chain-format.ts'
import { claudeCodeV1, type ReadTranscript } from './claude-code-v1/claude-code-v1.ts'
import { eventsV1 } from './events-v1/events-v1.ts'

export interface FormatRegistry {
  readonly all: readonly ChainFormat[]
  /** Undefined for a format that is kept, but not known. */
  readonly find: (id: string) => ChainFormat | undefined
  /** @throws StrataError invalid-input */
  readonly get: (id: string) => ChainFormat
}

/** @param readTranscript what reads the records of Claude Code's transcripts. */
export const chainFormats = (readTranscript: ReadTranscript): FormatRegistry => {
  const all: readonly ChainFormat[] = [eventsV1, bureauAgentV1, claudeCodeV1(readTranscript)]
  const find = (id: string): ChainFormat | undefined => all.find((format) => format.id === id)
  return {
    all,
    find,
    get: (id) => {
      const format = find(id)
      if (format !== undefined) return format
      const known = all.map((one) => one.id)
      throw new StrataError('invalid-input', `“${id}” is no format that Strata knows: ${known.join(', ')}`, { format: id, known })
    },
  }
}
