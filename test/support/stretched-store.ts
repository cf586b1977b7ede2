/** A store in which each session has a stretch of the pack for itself, so that one of them can be damaged. */
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { conversation, type Conversation } from './conversation.ts'
import { tempDir } from './temp-dir.ts'
import { importInto } from './with-engine.ts'
import { writeConversation } from './write-conversation.ts'

export interface StretchedStore {
  readonly store: string
  /** Folder of the transcripts. */
  readonly projects: string
  /** Where each session's bytes end in the pack. */
  readonly ends: readonly number[]
}

export const sessionOf = (digit: number): string => `${String(digit).repeat(8)}-0000-4000-8000-000000000000`

/** A session of one question and one answer; what is answered cannot be compressed much when it is left out. */
export const talkOf = (digit: number, answer = randomBytes(2000).toString('hex')): Conversation =>
  conversation({ sessionId: sessionOf(digit), seed: String(digit), start: `2026-01-0${digit}T10:00:00Z` })
    .human(`Question ${digit}`)
    .agent(answer)

export const packOf = (store: string): string => {
  const [name = ''] = readdirSync(path.join(store, 'packs'))
  return path.join(store, 'packs', name)
}

/** Imports the sessions one by one. */
export const storeWith = async (...talks: readonly Conversation[]): Promise<StretchedStore> => {
  const dir = tempDir()
  const store = path.join(dir, 'store')
  const ends: number[] = []
  for (const talk of talks) {
    await importInto(store, [writeConversation(dir, talk).projects])
    ends.push(statSync(packOf(store)).size)
  }
  return { store, projects: path.join(dir, 'projects'), ends }
}

/** Puts zeros into the middle of a session's stretch; the first session is number 1. */
export const damage = ({ store, ends }: StretchedStore, session: number): void => {
  const bytes = readFileSync(packOf(store))
  const [from, to] = [ends[session - 2] ?? 0, ends[session - 1] ?? 0]
  writeFileSync(packOf(store), bytes.fill(0, from + Math.floor((to - from) / 4), to - Math.floor((to - from) / 4)))
}
