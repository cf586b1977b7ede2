/** Real transcripts, damaged: which ones, and how, follows from a seed alone. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { byteChanges } from './byte-changes.ts'
import { fileChanges } from './file-changes.ts'
import type { Files } from './file-changes.ts'
import { bytesOf, lineChanges, linesOf } from './line-changes.ts'
import { randomOf } from './random.ts'
import type { Random } from './random.ts'

/** The files of one session, and of the sub-agents that lie flat beside it. */
export type SessionFiles = Files

export interface MutatedProject {
  readonly files: Files
  /** The mutation, for the report of a failed test. */
  readonly changes: readonly string[]
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const file = path.join(folder, name)
      return statSync(file).isDirectory() ? filesBelow(file) : [file]
    })

/** Main transcript that a file belongs to by its place; flat sub-agents belong to the first record's session. */
const sessionKey = (file: string): string => {
  const parts = file.split('/')
  const own = parts[1]?.replace(/\.jsonl$/, '') ?? ''
  return `${parts[0] ?? ''}/${own.startsWith('agent-') ? 'flat agents' : own}`
}

/** Sessions below folders of projects, in the order of their names. */
export function sessionsBelow(folders: readonly string[]): readonly SessionFiles[] {
  const sessions = new Map<string, Map<string, Buffer>>()
  for (const folder of folders) {
    for (const file of filesBelow(folder)) {
      const name = path.relative(folder, file).split(path.sep).join('/')
      const key = `${folder} ${sessionKey(name)}`
      const session = sessions.get(key) ?? new Map<string, Buffer>()
      sessions.set(key, session.set(name, readFileSync(file)))
    }
  }
  return [...sessions.values()]
}

const maxLines = 60
const maxBytes = 120_000

/** A stretch of a long transcript, so that thousands of them can be tried. */
const window = (bytes: Buffer, random: Random): Buffer => {
  if (bytes.length <= maxBytes) return bytes
  const lines = linesOf(bytes)
  const from = random.fraction() < 0.4 ? 0 : random.below(lines.length)
  let size = 0
  const taken = lines.slice(from, from + maxLines).filter((line) => (size += line.length) <= maxBytes)
  return bytesOf(taken.length > 0 ? taken : lines.slice(from, from + 1).map((line) => line.slice(0, maxBytes)))
}

const changeBytes = (files: Files, random: Random): readonly [Files, string] => {
  const kind = random.pick(Object.keys(byteChanges))
  const [name, bytes] = random.pick([...files])
  const [, other] = random.pick([...files])
  return [new Map([...files, [name, byteChanges[kind]?.(bytes, random, other) ?? bytes]]), `bytes ${kind} in ${name}`]
}

const changeLines = (files: Files, random: Random): readonly [Files, string] => {
  const kind = random.pick(Object.keys(lineChanges))
  const [name, bytes] = random.pick([...files])
  const [, other] = random.pick([...files])
  const lines = lineChanges[kind]?.(linesOf(bytes), random, linesOf(other)) ?? []
  return [new Map([...files, [name, bytesOf(lines)]]), `lines ${kind} in ${name}`]
}

const changeFiles = (files: Files, random: Random): readonly [Files, string] => {
  const kind = random.pick(Object.keys(fileChanges))
  return [fileChanges[kind]?.(files, random) ?? files, `files ${kind}`]
}

const change = (files: Files, random: Random): readonly [Files, string] => {
  const level = random.fraction()
  if (level < 0.4) return changeBytes(files, random)
  return level < 0.85 ? changeLines(files, random) : changeFiles(files, random)
}

const maxChanges = 8

/** One or two of the given sessions with up to eight changes. The same seed and sessions give the same files. */
export function mutatedProject(seed: number, sessions: readonly SessionFiles[]): MutatedProject {
  const random = randomOf(seed)
  const chosen = random.fraction() < 0.7 ? [random.pick(sessions)] : [random.pick(sessions), random.pick(sessions)]
  let files: Files = new Map(chosen.flatMap((session) => [...session].map(([name, bytes]) => [name, window(bytes, random)] as const)))
  const changes: string[] = []
  for (let left = 1 + random.below(maxChanges); left > 0; left -= 1) {
    const [changed, what] = change(files, random)
    files = changed
    changes.push(what)
  }
  return { files, changes }
}

/** Writes files below a folder. Where a file's name is taken by a folder, or the other way round, the first one stays. */
export function writeFiles(folder: string, files: Files): void {
  for (const [name, bytes] of files) {
    const file = path.join(folder, ...name.split('/'))
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, bytes)
  }
}
