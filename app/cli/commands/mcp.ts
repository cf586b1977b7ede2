/** strata mcp: answers agents that speak the Model Context Protocol. */
import { exitCodes } from '../exit-codes.ts'
import { storeDirOf } from '../run-with-engine.ts'
import type { DefineCommand } from './command.ts'

const notes = `
A client of the Model Context Protocol starts the command and asks on its standard input. Its tools read sessions, commits, files as agents
knew them, and figures; none of them changes anything. Secrets and private words are redacted (strata settings hide).

Example:
  claude mcp add strata -- strata mcp`

export const mcpCommand: DefineCommand = (command, run) =>
  command.addHelpText('after', notes).action(() =>
    run.alone(async (_terminal, options) => {
      const { serveMcp } = await import('../mcp/serve-mcp.ts')
      await serveMcp(run.another, storeDirOf(options))
      return exitCodes.success
    }),
  )
