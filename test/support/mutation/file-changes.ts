/** Damage to a folder of transcripts: files that are renamed, emptied, copied, joined, or gone. */
import path from 'node:path'
import type { Random } from './random.ts'

/** Files below a folder of projects, by their paths with forward slashes. */
export type Files = ReadonlyMap<string, Buffer>

export type FileChange = (files: Files, random: Random) => Files

const hex = (random: Random, digits: number): string => Array.from({ length: digits }, () => random.below(16).toString(16)).join('')
const uuid = (random: Random): string => `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`

/** Names that a transcript may have, and some it should not. */
const nameFor = (file: string, random: Random, files: Files): string => {
  const folder = path.posix.dirname(file)
  const session =
    [...files.keys()].map((name) => path.posix.basename(name, '.jsonl')).find((name) => /^[0-9a-f-]{36}$/.test(name)) ?? uuid(random)
  return random.pick([
    `${folder}/${uuid(random)}.jsonl`,
    `${folder}/agent-${hex(random, 8)}.jsonl`,
    `${folder}/${session}/subagents/agent-${hex(random, 16)}.jsonl`,
    `${folder}/notes of ünï 🌊.jsonl`,
    `-another-project/${path.posix.basename(file)}`,
    `${folder}/backup/${path.posix.basename(file)}`,
    `${folder}/${session}/tool-results/${hex(random, 7)}.txt`,
    `${folder}/agent-${hex(random, 8)}.meta.json`,
  ])
}

const picked = (files: Files, random: Random): readonly [string, Buffer] => random.pick([...files])

const with_ = (files: Files, name: string, bytes: Buffer): Files => new Map([...files, [name, bytes]])
const without = (files: Files, name: string): Files => new Map([...files].filter(([other]) => other !== name))

const rename: FileChange = (files, random) => {
  const [name, bytes] = picked(files, random)
  return with_(without(files, name), nameFor(name, random, files), bytes)
}

const copy: FileChange = (files, random) => {
  const [name, bytes] = picked(files, random)
  return with_(files, nameFor(name, random, files), bytes)
}

/** As a backup made earlier would be. */
const olderCopy: FileChange = (files, random) => {
  const [name, bytes] = picked(files, random)
  return with_(files, nameFor(name, random, files), bytes.subarray(0, random.below(bytes.length + 1)))
}

const join: FileChange = (files, random) => {
  const [[name, bytes], [, more]] = [picked(files, random), picked(files, random)]
  return with_(files, name, Buffer.concat([bytes, more]))
}

const swap: FileChange = (files, random) => {
  const [[one, bytes], [other, others]] = [picked(files, random), picked(files, random)]
  return with_(with_(files, one, others), other, bytes)
}

const empty: FileChange = (files, random) => with_(files, picked(files, random)[0], Buffer.alloc(0))

const remove: FileChange = (files, random) => (files.size < 2 ? files : without(files, picked(files, random)[0]))

/** Name → change. */
export const fileChanges: Readonly<Record<string, FileChange>> = { rename, copy, olderCopy, join, swap, empty, remove }
