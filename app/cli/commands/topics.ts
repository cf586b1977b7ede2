/** strata topics: the messages of a history by topic, and messages that are published on a commit. */
import { jsonText } from '../text/failure-text.ts'
import { topicsText } from '../text/packs-text.ts'
import type { DefineCommand } from './command.ts'

const examples = `
Examples:
  strata topics 4f2a                              issue, plans, progress, results and states of a session
  strata topics 4f2a --topic VALIDATION_RESULT    tests, checks, rejections and reviews
  strata topics ctx-1a2b --publish DECISION --sender architect --text "Use DuckDB."

A message that is published on a commit is part of every history that leads over the commit. See docs/packs.md.`

interface Options {
  readonly topic?: string
  readonly publish?: string
  readonly sender?: string
  readonly text?: string
  readonly redact?: boolean
}

export const topicsCommand: DefineCommand = (command, run) =>
  command
    .argument('<commit>', 'commit, ref, fork or session')
    .option('--topic <name>', 'messages of this topic only')
    .option('--publish <topic>', 'publish a message on the commit')
    .option('--sender <name>', 'sender of the message (default: agent)')
    .option('--text <text>', 'text of the message')
    .option('--redact', 'remove secrets and private words')
    .addHelpText('after', examples)
    .action((at: string, { topic, publish, sender, text, redact = false }: Options) => {
      if (publish !== undefined && text === undefined) command.error('error: --publish requires --text')
      return run.withEngine(async ({ ask, json, terminal }) => {
        if (publish !== undefined && text !== undefined)
          await ask('topics.publish', { at, topic: publish, text, ...(sender === undefined ? {} : { sender }) })
        const shown = publish ?? topic
        const view = await ask('topics.list', { at, redact, ...(shown === undefined ? {} : { topic: shown }) })
        await terminal.print(json ? jsonText(view) : topicsText(view))
        return undefined
      })
    })
