/** The format of an agent whose lines are read and joined, but not written: they are stored as they are in its files. */
import { StrataError } from '../../model/failure.ts'
import type { ChainFormat } from './chain-format.ts'
import { claudeCodeV1, type ReadTranscript } from './claude-code-v1/claude-code-v1.ts'
import { countLines } from './claude-code-v1/join-lines.ts'

const newline = 0x0a

/** @param readEvents reads the events from the lines; the importer provides it. */
export const linesFormat = (id: string, readEvents: ReadTranscript): ChainFormat<string> => ({
  ...claudeCodeV1(readEvents),
  id,
  joiner: (write) => {
    let count = 0
    return {
      add: (delta) => {
        if (delta.length === 0) return
        count += countLines(delta)
        write(delta)
        if (delta[delta.length - 1] !== newline) write(Buffer.of(newline))
      },
      addEvents: (events) => {
        if (events.length === 0) return
        throw new StrataError('invalid-input', `Nothing can be written in the format “${id}”: use events-v1`, { format: id })
      },
      end: () => ({ count, lost: [], rendered: 0 }),
    }
  },
})
