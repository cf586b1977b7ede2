/** The commands: name, group and description of each, and where what it takes and does is loaded from when it is used. */
import type { CommandGroup } from './commands/command.ts'
import { fileCommands } from './file-commands.ts'
import { maintainCommands } from './maintain-commands.ts'

/** In the order of `strata help`. */
export const commandGroups: readonly CommandGroup[] = [
  {
    title: 'Import:',
    commands: [
      {
        name: 'import',
        description: 'Import transcripts; without a path, those of this machine',
        load: async () => (await import('./commands/import.ts')).importCommand,
      },
      {
        name: 'watch',
        description: 'Watch folders and import changes until Ctrl-C',
        load: async () => (await import('./commands/watch.ts')).watchCommand,
      },
      {
        name: 'capture',
        description: 'Run an agent that writes stream-json, and store its work as commits',
        load: async () => (await import('./commands/capture.ts')).captureCommand,
      },
      {
        name: 'current',
        description: 'Print the current commit of the captured agent that runs this command',
        load: async () => (await import('./commands/current.ts')).currentCommand,
      },
      {
        name: 'serve',
        description: 'Serve agents on a socket until Ctrl-C, and print its path',
        load: async () => (await import('./commands/serve.ts')).serveCommand,
      },
      {
        name: 'mcp',
        description: 'Answer an agent that speaks the Model Context Protocol, on standard input and output',
        load: async () => (await import('./commands/mcp.ts')).mcpCommand,
      },
    ],
  },
  {
    title: 'Browse:',
    commands: [
      {
        name: 'sessions',
        description: 'List sessions, newest first',
        load: async () => (await import('./commands/sessions.ts')).sessionsCommand,
      },
      {
        name: 'search',
        description: 'Search prompts, responses, thinking, tool calls and their output, best match first',
        load: async () => (await import('./commands/search.ts')).searchCommand,
      },
      {
        name: 'recall',
        description: 'Show what earlier sessions say about a question; nothing where nothing fits',
        load: async () => (await import('./commands/recall.ts')).recallCommand,
      },
      {
        name: 'files',
        description: 'List the files that agents read and changed; with --of, every call',
        load: async () => (await import('./commands/files.ts')).filesCommand,
      },
      ...fileCommands,
      {
        name: 'objects',
        description: 'List what agents had in front of them: files, tool calls, chats, system prompts',
        load: async () => (await import('./commands/objects.ts')).objectsCommand,
      },
      {
        name: 'session',
        description: 'Show what was in the context of a session',
        load: async () => (await import('./commands/session.ts')).sessionCommand,
      },
      {
        name: 'assemble',
        description: 'Assemble the context that an agent would be given next, under a budget',
        load: async () => (await import('./commands/assemble.ts')).assembleCommand,
      },
      {
        name: 'snapshot',
        description: 'Show the state of the work at a commit: goal, plan, files, errors, decisions',
        load: async () => (await import('./commands/snapshot.ts')).snapshotCommand,
      },
      {
        name: 'topics',
        description: 'List the messages of a history by topic; publish one on a commit',
        load: async () => (await import('./commands/topics.ts')).topicsCommand,
      },
      {
        name: 'packs',
        description: 'Print the context that a strategy makes of a history, with its metrics',
        load: async () => (await import('./commands/packs.ts')).packsCommand,
      },
      {
        name: 'reasoning',
        description: 'Keep what was decided in a project, and give it back to its agents by hooks',
        load: async () => (await import('./commands/reasoning.ts')).reasoningCommand,
      },
      {
        name: 'attempts',
        description: 'List what was tried for a file and failed, was undone or rejected',
        load: async () => (await import('./commands/attempts.ts')).attemptsCommand,
      },
      {
        name: 'repeated',
        description: 'List what people say again and again over sessions',
        load: async () => (await import('./commands/repeated.ts')).repeatedCommand,
      },
      {
        name: 'log',
        description: 'List commits, newest first: all, of a chain, or of a session',
        load: async () => (await import('./commands/log.ts')).logCommand,
      },
      {
        name: 'show',
        description: 'Show a commit: its record and its conversation',
        load: async () => (await import('./commands/show.ts')).showCommand,
      },
      {
        name: 'read',
        description: 'Read the conversation of a session, a page at a time',
        load: async () => (await import('./commands/read.ts')).readCommand,
      },
      {
        name: 'cat',
        description: 'Print the bytes of an artifact, or of the records of a commit',
        load: async () => (await import('./commands/cat.ts')).catCommand,
      },
      {
        name: 'materialize',
        alias: 'materialise',
        description: 'Rebuild the conversation that an agent would see at a commit',
        load: async () => (await import('./commands/materialize.ts')).materializeCommand,
      },
      {
        name: 'history',
        description: 'List a commit and its ancestors',
        load: async () => (await import('./commands/history.ts')).historyCommand,
      },
      {
        name: 'resolve',
        description: 'Print the last commit at a time, or the one that a Git commit names',
        load: async () => (await import('./commands/resolve.ts')).resolveCommand,
      },
      {
        name: 'diff',
        description: 'Compare two commits: list what only one of them contains',
        load: async () => (await import('./commands/history.ts')).diffCommand,
      },
      {
        name: 'merge-base',
        description: 'Print the newest common ancestor of two commits',
        load: async () => (await import('./commands/history.ts')).mergeBaseCommand,
      },
    ],
  },
  {
    title: 'Continue and mark:',
    commands: [
      {
        name: 'fork',
        description: 'Give a commit a name that moves with each checkpoint',
        load: async () => (await import('./commands/naming.ts')).forkCommand,
      },
      {
        name: 'tag',
        description: 'Give a commit a name that does not move',
        load: async () => (await import('./commands/naming.ts')).tagCommand,
      },
      {
        name: 'pin',
        description: 'Keep a commit from garbage collection; with --on, an object from collapse',
        load: async () => (await import('./commands/pin.ts')).pinCommand,
      },
      {
        name: 'unpin',
        description: 'Remove a pin of a commit; with --on, of an object',
        load: async () => (await import('./commands/working-state.ts')).unpinCommand,
      },
      {
        name: 'activate',
        description: 'Put an object in full into the context of a fork',
        load: async () => (await import('./commands/working-state.ts')).activateCommand,
      },
      {
        name: 'deactivate',
        description: 'Leave one line of an object in the context of a fork',
        load: async () => (await import('./commands/working-state.ts')).deactivateCommand,
      },
      {
        name: 'demote',
        description: 'Remove an object from the context of a fork, its line too',
        load: async () => (await import('./commands/working-state.ts')).demoteCommand,
      },
      {
        name: 'summary',
        description: 'Set the summary of a commit, or show its summaries',
        load: async () => (await import('./commands/summary.ts')).summaryCommand,
      },
      {
        name: 'checkpoint',
        description: 'Create a commit from a file, standard input or an artifact',
        load: async () => (await import('./commands/checkpoint.ts')).checkpointCommand,
      },
      {
        name: 'compact',
        description: 'Replace the conversation before a commit by a summary of a model',
        load: async () => (await import('./commands/compact.ts')).compactCommand,
      },
      {
        name: 'summarize',
        alias: 'summarise',
        description: 'Summarize commits that have no written summary with a model',
        load: async () => (await import('./commands/summarize.ts')).summarizeCommand,
      },
      {
        name: 'export',
        description: 'Export the conversation at a commit, to resume, send or read it',
        load: async () => (await import('./commands/export.ts')).exportCommand,
      },
      {
        name: 'secrets',
        description: 'List the secrets that an export of a commit would contain',
        load: async () => (await import('./commands/secrets.ts')).secretsCommand,
      },
    ],
  },
  {
    title: 'Measure:',
    commands: [
      {
        name: 'ask',
        description: 'Print a metric, such as tools or tokens; --list shows all',
        load: async () => (await import('./commands/ask.ts')).askCommand,
      },
      {
        name: 'stats',
        description: 'Show totals of prompts, responses, tool calls and tokens',
        load: async () => (await import('./commands/stats.ts')).statsCommand,
      },
      {
        name: 'ledger',
        description: 'Count records by class; with a filter, list the records',
        load: async () => (await import('./commands/ledger.ts')).ledgerCommand,
      },
      {
        name: 'cost',
        description: 'Show the cost of sessions, as recorded or computed from prices',
        load: async () => (await import('./commands/cost.ts')).costCommand,
      },
      {
        name: 'prices',
        description: 'List the prices used to compute costs, with dates and sources',
        load: async () => (await import('./commands/prices.ts')).pricesCommand,
      },
      {
        name: 'context',
        description: 'Show the context size at each reply of a session, with compactions',
        load: async () => (await import('./commands/context.ts')).contextCommand,
      },
      {
        name: 'backtest',
        description: 'Score what policies would have shown by what agents then did',
        load: async () => (await import('./commands/backtest.ts')).backtestCommand,
      },
      {
        name: 'evaluate',
        description: 'Run an agent on tasks without and with memory, and compare how many it solves',
        load: async () => (await import('./commands/evaluate.ts')).evaluateCommand,
      },
      {
        name: 'problems',
        description: 'List malformed input with file, line and byte range',
        load: async () => (await import('./commands/problems.ts')).problemsCommand,
      },
      {
        name: 'sql',
        description: 'Run a read-only SQL query; --json and --csv print all rows',
        load: async () => (await import('./commands/sql.ts')).sqlCommand,
      },
      {
        name: 'lake',
        description: 'Export the tables as Parquet files, by project and month',
        load: async () => (await import('./commands/lake.ts')).lakeCommand,
      },
    ],
  },
  {
    title: 'Exchange:',
    commands: [
      {
        name: 'bundle',
        description: 'Exchange sessions and commits as one file',
        load: async () => (await import('./commands/bundle.ts')).bundleCommand,
      },
      {
        name: 'remote',
        description: 'Manage names of other stores',
        load: async () => (await import('./commands/remote.ts')).remoteCommand,
      },
      { name: 'push', description: 'Send a remote what it lacks', load: async () => (await import('./commands/remote.ts')).pushCommand },
      {
        name: 'fetch',
        description: 'Get from a remote what this store lacks',
        load: async () => (await import('./commands/remote.ts')).fetchCommand,
      },
      {
        name: 'clone',
        description: 'Copy a store into a new one, with the remote origin',
        load: async () => (await import('./commands/remote.ts')).cloneCommand,
      },
    ],
  },
  maintainCommands,
]
