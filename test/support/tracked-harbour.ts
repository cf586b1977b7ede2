/** A store with one session that knows three files of a folder on disk, for tests of trackers. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import type { TrackCheck } from '../../app/contract/track.ts'
import type { Engine } from '../../app/engine/engine.ts'
import { conversation, type Conversation } from './conversation.ts'
import { tempDir } from './temp-dir.ts'
import { importInto } from './with-engine.ts'
import { writeConversation } from './write-conversation.ts'

/** An hour ago. */
export const start = new Date(Date.now() - 3_600_000).toISOString()
export const sessionId = '7c1d0e66-58a2-4f0b-9c37-5f6f0a2f7b22'

export interface Harbour {
  readonly store: string
  readonly config: string
  /** Working directory of the session. */
  readonly folder: string
  /** Another folder, of which it read a file. */
  readonly outside: string
}

/** The session: it edited one file, read a line of another, and read one outside. */
export const harbourTalk = ({ folder, outside }: Pick<Harbour, 'folder' | 'outside'>): Conversation =>
  conversation({ sessionId, seed: 'track', cwd: folder, start })
    .human('Turn the lights on')
    .reads(path.join(folder, 'lights.ts'), 'const on = false\n')
    .edits(path.join(folder, 'lights.ts'), 'false', 'true')
    .calls('Read', { file_path: path.join(folder, 'part.ts'), limit: 1 })
    .result('last', '1→one', {
      toolUseResult: {
        type: 'text',
        file: { filePath: path.join(folder, 'part.ts'), content: 'one', numLines: 1, startLine: 1, totalLines: 4 },
      },
    })
    .reads(path.join(outside, 'far.ts'), 'far\n')
    .agent('On.')

/** Writes the files and imports the session. */
export const makeHarbour = async (): Promise<Harbour> => {
  const harbour = { folder: path.join(tempDir(), 'harbour'), outside: tempDir(), store: path.join(tempDir(), 'store'), config: tempDir() }
  mkdirSync(harbour.folder)
  writeFileSync(path.join(harbour.folder, 'lights.ts'), 'const on = true\r\n')
  writeFileSync(path.join(harbour.folder, 'part.ts'), 'one\ntwo\nthree\n')
  writeFileSync(path.join(harbour.outside, 'far.ts'), 'far\n')
  await importInto(harbour.store, [writeConversation(harbour.config, harbourTalk(harbour)).projects])
  return harbour
}

export const look = (engine: Engine, more: { readonly outside?: boolean } = {}): Promise<TrackCheck> =>
  engine.ask('track.check', { sessions: [sessionId], ...more })

/** A change counts when it has rested for a look. */
export const lookTwice = async (engine: Engine): Promise<TrackCheck> => {
  expect((await look(engine)).changes).toEqual([])
  return look(engine)
}

export const changesOf = ({ changes }: TrackCheck): readonly string[] =>
  changes.map(({ path: name, kind }) => `${kind} ${path.basename(name)}`).sort()
