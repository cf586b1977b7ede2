/** Reads a file that something else recorded: which kinds there are, what their files are called, and how each is read. */
import { StrataError } from '../../model/failure.ts'
import { bureauAgentV1 } from '../../bureau/bureau-agent-v1/bureau-agent-v1.ts'
import type { ChainFormat } from '../../chains/formats/chain-format.ts'
import { eventsV1 } from '../../chains/formats/events-v1/events-v1.ts'
import { readMessagesFile } from './messages-file.ts'
import type { ChainFileDelta, ChainFileRead } from './chain-file.ts'
import { lastTime, readSessionLog } from './session-log.ts'

export interface ChainFileKind {
  /** How files of it end when a folder is looked through. */
  readonly extension: string
  /** Files of one folder follow each other in one chain. */
  readonly isChained: boolean
  readonly read: (bytes: Uint8Array) => ChainFileRead
}

/** A whole file of one format as one commit. */
const wholeFile =
  (format: ChainFormat, about: (bytes: Uint8Array) => Pick<ChainFileDelta, 'commitType' | 'checkpoint' | 'at'>) =>
  (bytes: Uint8Array): ChainFileRead => {
    try {
      if (format.count(bytes) === 0) return { deltas: [], problems: [{ reason: 'the file contains an empty list' }] }
      format.decode(bytes)
      return { deltas: [{ ...about(bytes), format: format.id, bytes }], problems: [] }
    } catch (thrown) {
      if (!(thrown instanceof StrataError)) throw thrown
      const { offset } = thrown.data
      return { deltas: [], problems: [{ reason: thrown.message, ...(typeof offset === 'number' ? { offset } : {}) }] }
    }
  }

export const chainFileKinds = {
  'events-v1': {
    extension: 'cbor',
    isChained: true,
    read: wholeFile(eventsV1, (bytes) => ({
      commitType: 'delta',
      checkpoint: 'explicit',
      at: lastTime(eventsV1.readEvents(bytes).events),
    })),
  },
  'session-log': { extension: 'jsonl', isChained: false, read: readSessionLog },
  'bureau-agent-v1': {
    extension: 'cbor',
    isChained: false,
    read: wholeFile(bureauAgentV1, () => ({ commitType: 'snapshot', checkpoint: 'explicit', at: undefined })),
  },
  messages: { extension: 'json', isChained: false, read: readMessagesFile },
} as const satisfies Readonly<Record<string, ChainFileKind>>
