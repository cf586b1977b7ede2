/** The command `strata`: its sub-commands, their options, and its help. */
import { Command, InvalidArgumentError } from 'commander'
import { captureCommand } from './commands/capture.ts'
import { bundleCommand } from './commands/bundle.ts'
import { catCommand } from './commands/cat.ts'
import { checkpointCommand } from './commands/checkpoint.ts'
import { askCommand } from './commands/ask.ts'
import type { RunCommand } from './commands/command.ts'
import { contextCommand } from './commands/context.ts'
import { costCommand } from './commands/cost.ts'
import { currentCommand } from './commands/current.ts'
import { doctorCommand } from './commands/doctor.ts'
import { exportCommand } from './commands/export.ts'
import { diffCommand, historyCommand, mergeBaseCommand, resolveCommand } from './commands/history.ts'
import { gcCommand } from './commands/gc.ts'
import { importCommand } from './commands/import.ts'
import { ledgerCommand } from './commands/ledger.ts'
import { lakeCommand } from './commands/lake.ts'
import { logCommand } from './commands/log.ts'
import { materializeCommand } from './commands/materialize.ts'
import { filesCommand } from './commands/files.ts'
import { forkCommand, tagCommand } from './commands/naming.ts'
import { openCommand } from './commands/open.ts'
import { pinCommand } from './commands/pin.ts'
import { pricesCommand } from './commands/prices.ts'
import { problemsCommand } from './commands/problems.ts'
import { cloneCommand, fetchCommand, pushCommand, remoteCommand } from './commands/remote.ts'
import { reindexCommand } from './commands/reindex.ts'
import { repairCommand } from './commands/repair.ts'
import { restoreCommand } from './commands/restore.ts'
import { searchCommand } from './commands/search.ts'
import { secretsCommand } from './commands/secrets.ts'
import { serveCommand } from './commands/serve.ts'
import { sessionsCommand } from './commands/sessions.ts'
import { settingsCommand } from './commands/settings.ts'
import { showCommand } from './commands/show.ts'
import { sqlCommand } from './commands/sql.ts'
import { statsCommand } from './commands/stats.ts'
import { summaryCommand } from './commands/summary.ts'
import { summarizeCommand } from './commands/summarize.ts'
import { addHelpCommand } from './help-command.ts'
import { watchCommand } from './commands/watch.ts'
import { verifyCommand } from './commands/verify.ts'
import { printable } from './text/printable.ts'
import { version } from '../../package.json' with { type: 'json' }

const examples = `
Examples:
  strata import                        import the transcripts of Claude Code on this machine
  strata import ~/backup/projects      import transcripts from a folder
  strata watch                         import changes while agents work
  strata capture -- claude -p "fix it" --output-format stream-json --verbose   run an agent and store its work as commits
  strata current                       in a captured agent: its current commit
  strata sessions --text "flaky test"  sessions whose title or prompts contain both words
  strata search "connection refused"   prompts, responses, thinking and tool calls with this text
  strata files parser                  files that agents read and changed; --of FILE: every call
  strata log --graph -n 20             the newest commits as a graph
  strata log 4f2a                      the chains of the session with the id prefix 4f2a
  strata show ctx-1a2b3c4d             one commit, read as a conversation
  strata cat ctx-1a2b3c4d | jq .type   its records, byte for byte
  strata materialize ctx-1a2b3c4d      the conversation that an agent would see at a commit
  strata history ctx-1a2b3c4d          its chain, back to the root
  strata resolve --project ~/garden 2026-01-31T10:00:00+01:00   the last commit at that time
  strata diff try-again 4f2a           what only one of two commits contains
  strata merge-base try-again 4f2a     the newest common ancestor
  strata fork ctx-1a2b3c4d --name try-again    continue from a commit on a fork
  strata tag ctx-1a2b3c4d --name good  a name that does not move
  strata pin ctx-1a2b3c4d              keep a commit and its ancestors
  strata summary ctx-1a2b3c4d "dates"  set the summary of a commit
  strata checkpoint turn.cbor --format events-v1 --onto try-again    a commit from a file
  strata summarize --dry-run           what would be sent to a model, and the estimated cost
  strata ask --list                    all metrics
  strata ask tools --since 2026-01-01  calls, failures and durations of tools
  strata stats --by project            totals of each project
  strata stats --reference --json      totals by the reference rules
  strata ledger --class hook_feedback  every record classified as hook feedback
  strata ledger rules                  all rules, with the number of records each decided
  strata sql "FROM sessions ORDER BY last_at DESC LIMIT 10"   a read-only SQL query
  strata lake ~/lake                   export the tables as Parquet for DuckDB, Spark, Trino, ClickHouse
  strata cost --by day                 cost per day, and the source of each number
  strata export 4f2a --for claude-code --install   continue from a session in a new one
  strata settings hide acme.example    add a private word that exports redact
  strata secrets 4f2a                  list keys, tokens and passwords; export --redact removes them
  strata restore --all --to ~/restored write back every source file, byte for byte
  strata bundle create x.bundle 4f2a   write a session into one file

Exit codes: 0 success; 1 failure; 2 wrong arguments, or not confirmed; 3 success, with faults or unreadable files; 4 secrets found, nothing
written; 130 stopped by Ctrl-C (0 for watch).
The store is --store DIR, else STRATA_STORE, else the platform's folder for application data.
`

const commands: readonly ((run: RunCommand) => Command)[] = [
  importCommand,
  watchCommand,
  captureCommand,
  currentCommand,
  serveCommand,
  sessionsCommand,
  searchCommand,
  filesCommand,
  logCommand,
  showCommand,
  catCommand,
  materializeCommand,
  historyCommand,
  resolveCommand,
  diffCommand,
  mergeBaseCommand,
  forkCommand,
  tagCommand,
  pinCommand,
  summaryCommand,
  checkpointCommand,
  summarizeCommand,
  askCommand,
  statsCommand,
  ledgerCommand,
  costCommand,
  sqlCommand,
  lakeCommand,
  pricesCommand,
  settingsCommand,
  contextCommand,
  problemsCommand,
  exportCommand,
  secretsCommand,
  restoreCommand,
  bundleCommand,
  remoteCommand,
  pushCommand,
  fetchCommand,
  cloneCommand,
  gcCommand,
  verifyCommand,
  reindexCommand,
  repairCommand,
  doctorCommand,
  openCommand,
]

/** A command and its own sub-commands with the settings of the program. */
const inheriting = (command: Command, from: Command): Command => {
  for (const sub of command.commands) inheriting(sub, from)
  return command.copyInheritedSettings(from)
}

/** A variable that is not set would name the folder one works in. */
const namedFolder = (dir: string): string => {
  if (dir === '') throw new InvalidArgumentError('Expected the path of a folder.')
  return dir
}

/**
 * @param run carries a command out
 * @param printError writes what is wrong with the arguments, which may hold anything
 */
export const strataProgram = (run: RunCommand, printError: (text: string) => void): Command => {
  const program: Command = new Command('strata')
    .description('Import the transcripts of AI agents, browse their history like Git, and measure it.')
    .version(version)
    .option('--store <dir>', 'folder of the store', namedFolder)
    .option('--json', 'JSON output: times in Unix ms, sizes in bytes, n/a as null')
    .option('-q, --quiet', 'no progress output on standard error')
    // Options of a command between the program and its sub-command, such as ledger, do not apply to the sub-command.
    .configureHelp({
      showGlobalOptions: true,
      visibleGlobalOptions: (command) =>
        command === program
          ? []
          : program
              .createHelp()
              .visibleOptions(program)
              .filter(({ long }) => long !== '--help'),
    })
    .configureOutput({ writeErr: (text) => printError(printable(text)) })
    .exitOverride()
    .addHelpText('after', examples)
  for (const command of commands) program.addCommand(command(run))
  addHelpCommand(program)
  for (const command of program.commands) inheriting(command, program)
  return program
}
