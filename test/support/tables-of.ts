/** Tables that hold given conversations, closed when the running test has ended. */
import { onTestFinished } from 'vitest'
import type { Database } from '../../app/store/tables/database.ts'
import type { Conversation } from './conversation.ts'
import { derivedTables } from './derived-tables.ts'
import { tempDir } from './temp-dir.ts'
import { writeConversation } from './write-conversation.ts'

export async function tablesOf(...conversations: readonly Conversation[]): Promise<Database> {
  const database = await derivedTables(writeConversation(tempDir(), ...conversations).projects)
  onTestFinished(async () => {
    await database.close()
  })
  return database
}
