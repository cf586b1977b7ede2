/** strata context: how large the context of a session was at each reply. */
import { contextText } from '../text/context-text.ts'
import { jsonText } from '../text/failure-text.ts'
import type { DefineCommand } from './command.ts'

export const contextCommand: DefineCommand = (command, run) =>
  command.argument('<session>', 'session id, or a unique prefix').action((sessionId: string) =>
    run.withEngine(async ({ ask, json, terminal }) => {
      const view = await ask('session.context', { sessionId })
      await terminal.print(json ? jsonText(view) : contextText(view, terminal))
      return undefined
    }),
  )
