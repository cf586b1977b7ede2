/** strata context: how large the context of a session was at each reply. */
import { Command } from 'commander'
import { contextText } from '../text/context-text.ts'
import { jsonText } from '../text/failure-text.ts'
import type { RunCommand } from './command.ts'

export const contextCommand = (run: RunCommand): Command =>
  new Command('context')
    .description('Show the context size at each reply of a session, with compactions')
    .argument('<session>', 'session id, or a unique prefix')
    .action((sessionId: string) =>
      run.withEngine(async ({ ask, json, terminal }) => {
        const view = await ask('session.context', { sessionId })
        await terminal.print(json ? jsonText(view) : contextText(view, terminal))
        return undefined
      }),
    )
