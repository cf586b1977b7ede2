/** Computes metrics of a store with handwritten conversations. */
import type { CallInput } from '../../app/contract/calls.ts'
import type { Conversation } from './conversation.ts'
import { tempDir } from './temp-dir.ts'
import { importInto, withEngine } from './with-engine.ts'
import { writeConversation } from './write-conversation.ts'

type Asked = Omit<CallInput<'analytics.ask'>, 'name'>
export type Row = Readonly<Record<string, unknown>>

export const asking = async <T>(
  talks: readonly Conversation[],
  work: (ask: (name: string, asked?: Asked) => Promise<readonly Row[]>) => Promise<T>,
): Promise<T> => {
  const storeDir = tempDir()
  await importInto(storeDir, [writeConversation(tempDir(), ...talks).projects])
  return withEngine(storeDir, (engine) =>
    work(async (name, asked = {}) => (await engine.ask('analytics.ask', { name, zone: 'UTC', ...asked })).rows),
  )
}

export const pick = (rows: readonly Row[], ...columns: readonly string[]): readonly (readonly unknown[])[] =>
  rows.map((row) => columns.map((column) => row[column]))
