/** Tables that hold given conversations. */
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { Database } from '../../app/store/tables/database.ts'
import type { Conversation } from './conversation.ts'
import { derivedTables } from './derived-tables.ts'
import { tempDir } from './temp-dir.ts'
import { writeConversation } from './write-conversation.ts'

const made = (conversations: readonly Conversation[]): Promise<Database> =>
  derivedTables(writeConversation(tempDir(), ...conversations).projects)

/** Closed when the running test has ended. */
export async function tablesOf(...conversations: readonly Conversation[]): Promise<Database> {
  const database = await made(conversations)
  onTestFinished(async () => {
    await database.close()
  })
  return database
}

/** For tests that only read: the same tables for all tests of a file. */
export const sharedTables = (...conversations: readonly Conversation[]): (() => Database) => {
  let database: Database | undefined
  beforeAll(async () => {
    database = await made(conversations)
  })
  afterAll(async () => {
    await database?.close()
  })
  return () => {
    if (database === undefined) throw new Error('the tables are there while tests run')
    return database
  }
}
