/** Puts built conversations on disk in the layout in which Claude Code keeps them. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Conversation } from './conversation.ts'

export interface WrittenConversations {
  /** The folder to import: `<dir>/projects`. */
  readonly projects: string
  /** Absolute paths of the main files, one per conversation. */
  readonly mainFiles: readonly string[]
}

/** Writes all files of the conversations below `<dir>/projects`; a file that is there already is replaced. */
export function writeConversation(dir: string, ...conversations: readonly Conversation[]): WrittenConversations {
  const projects = path.join(dir, 'projects')
  for (const conversation of conversations) {
    for (const [file, bytes] of conversation.files()) {
      const target = path.join(projects, ...file.split('/'))
      mkdirSync(path.dirname(target), { recursive: true })
      writeFileSync(target, bytes)
    }
  }
  return { projects, mainFiles: conversations.map((conversation) => path.join(projects, ...conversation.path.split('/'))) }
}
