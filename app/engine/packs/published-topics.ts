/** Topics that agents and people published: notes on commits. */
import { randomUUID } from 'node:crypto'
import { noteSubject } from '../../store/files/journal-entry.ts'
import { isObject, textIn } from '../../model/json-object.ts'
import type { LedgerMessage } from '../../packs/ledger-message.ts'
import type { Store } from '../../store/store.ts'

/** Owner of the notes. */
export const topicOwner = 'strata/topics'

export interface Published {
  readonly commitId: string
  /** Without its step, which depends on the chain that it is read in. */
  readonly message: Omit<LedgerMessage, 'step'>
}

const read = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const publishedOf = (key: string, text: string): readonly Published[] => {
  const value = read(text)
  const [commitId = ''] = key.split(' ', 1)
  if (!isObject(value)) return []
  const [topic, said] = [textIn(value, 'topic'), textIn(value, 'text')]
  if (topic === undefined || said === undefined) return []
  const at = typeof value['at'] === 'number' ? value['at'] : null
  return [{ commitId, message: { topic, sender: textIn(value, 'sender') ?? 'agent', at, text: said, place: null } }]
}

/** A key behind all of the commit, also those of removed messages; no two are the same, also of messages that are published at the same time. */
export const newTopicKey = (store: Store, commitId: string): string => {
  const before = `${noteSubject(topicOwner, commitId)} `
  const numbers = store
    .subjects()
    .flatMap((subject) => (subject.startsWith(before) ? (/^\d+/.exec(subject.slice(before.length))?.[0] ?? []) : []))
  const next = numbers.reduce((most, number) => Math.max(most, Number(number) + 1), 0)
  return `${commitId} ${String(next).padStart(6, '0')} ${randomUUID()}`
}

/** In the order in which they were published. */
export const publishedIn = (store: Store): readonly Published[] =>
  store
    .subjects()
    .filter((subject) => subject.startsWith(noteSubject(topicOwner, '')))
    .flatMap((subject) => {
      const entry = store.entry(subject)
      return entry?.kind === 'note' && entry.owner === topicOwner && entry.text !== null ? publishedOf(entry.key, entry.text) : []
    })
