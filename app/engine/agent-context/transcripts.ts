/** The transcripts of a project, as the client keeps them. */
import { openSync, closeSync, readSync, readdirSync, statSync } from 'node:fs'
import { basename, extname, join, resolve } from 'node:path'
import { recordsOfSteps, type Redact } from '../../agent-context/records-of-steps.ts'
import { stepsOf } from '../../agent-context/read-transcript.ts'
import type { ThinkingRecord } from '../../agent-context/thinking-record.ts'
import { isObject, textIn } from '../../model/json-object.ts'
import { probeRoots } from '../../../importer/agents.ts'
import { realFolder } from './project.ts'
import { readBytes } from './stored-text.ts'

/** As the client names the folder of a project. */
const slug = (folder: string): string => folder.replaceAll(/[^a-zA-Z0-9]/g, '-')

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const peekBytes = 1 << 16

/** The working folder that the first records of a transcript name. */
const cwdOf = (path: string): string | undefined => {
  const buffer = Buffer.alloc(peekBytes)
  const file = openSync(path, 'r')
  try {
    const text = buffer.subarray(0, readSync(file, buffer, 0, peekBytes, 0)).toString('utf8')
    for (const line of text.split('\n'))
      try {
        const record: unknown = JSON.parse(line)
        const cwd = isObject(record) ? textIn(record, 'cwd') : undefined
        if (cwd !== undefined) return cwd
      } catch {
        // The last line may be cut.
      }
    return undefined
  } finally {
    closeSync(file)
  }
}

const isBelow = (folder: string, root: string): boolean =>
  folder === root || folder.startsWith(`${root}/`) || folder.startsWith(`${root}\\`)

/** Transcripts of sessions that worked in the project, the oldest first. */
export const transcriptsOf = (root: string, env: Readonly<Record<string, string | undefined>>): readonly string[] => {
  const name = slug(root)
  const found = probeRoots(env)
    .filter(({ exists }) => exists)
    .flatMap(({ path }) =>
      namesIn(path)
        .filter((folder) => folder === name || folder.startsWith(`${name}-`))
        .flatMap((folder) => namesIn(join(path, folder)).map((file) => join(path, folder, file))),
    )
    .filter((path) => extname(path) === '.jsonl')
  const own = found.filter((path) => {
    const cwd = cwdOf(path)
    return cwd === undefined ? basename(join(path, '..')) === name : isBelow(realFolder(cwd), root)
  })
  return own.sort((one, other) => statSync(one).mtimeMs - statSync(other).mtimeMs)
}

/** The id of the session of a transcript. */
export const sessionOf = (transcript: string): string => basename(transcript, '.jsonl')

/** Events of a transcript, without secrets. */
export const recordsOfTranscript = (transcript: string, root: string, redact: Redact): readonly ThinkingRecord[] => {
  const bytes = readBytes(resolve(transcript))
  if (bytes === undefined) return []
  return recordsOfSteps(stepsOf(bytes, basename(transcript), sessionOf(transcript)), root, redact)
}
