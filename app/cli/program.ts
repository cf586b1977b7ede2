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
import { watchCommand } from './commands/watch.ts'
import { verifyCommand } from './commands/verify.ts'
import { printable } from './text/printable.ts'
import { version } from '../../package.json' with { type: 'json' }

const examples = `
Examples:
  strata import                        take in what Claude Code keeps on this machine
  strata import ~/backup/projects      take in transcripts from a folder
  strata watch                         go on taking it in while agents work
  strata capture -- claude -p "fix it" --output-format stream-json --verbose   keep what an agent does while it does it
  strata current                       within a captured agent: the commit that holds what it knows
  strata sessions --text "flaky test"  sessions whose title or prompts hold both words
  strata search "connection refused"   where something was said, thought or called
  strata files parser                  files that agents read and changed; --of one of them: every call that did
  strata log --graph -n 20             the newest commits, with their lines of descent
  strata log 4f2a                      the chains of the session whose id begins with 4f2a
  strata show ctx-1a2b3c4d             one commit, read as a conversation
  strata cat ctx-1a2b3c4d | jq .type   its records, as they stood in the transcript
  strata materialize ctx-1a2b3c4d      what an agent would see from there
  strata history ctx-1a2b3c4d          its chain, back to the root
  strata resolve --project ~/garden 2026-01-31T10:00:00+01:00   what was known then
  strata diff try-again 4f2a           what one commit knows that the other does not
  strata merge-base try-again 4f2a     the newest commit that both stand on
  strata fork ctx-1a2b3c4d --name try-again    another way to go on from there
  strata tag ctx-1a2b3c4d --name good  a name that stays where it is
  strata pin ctx-1a2b3c4d              keep it from being collected
  strata summary ctx-1a2b3c4d "dates"  what it is about, in your words
  strata checkpoint turn.cbor --format events-v1 --onto try-again    a commit that is made
  strata summarize --dry-run           what a model would be sent to summarise, and about what it costs
  strata ask --list                    every figure that can be asked for by name
  strata ask tools --since 2026-01-01  how often tools were called, failed, and how long they took
  strata stats --by project            figures of every project
  strata stats --reference --json      totals by the reference rules
  strata ledger --class hook_feedback  what counts as a hook's words, record by record
  strata ledger rules                  every rule that decides, with how many records it did
  strata sql "FROM sessions ORDER BY last_at DESC LIMIT 10"   any question, in SQL; it only reads
  strata lake ~/lake                   the tables as Parquet files, for DuckDB, Spark, Trino, ClickHouse
  strata cost --by day                 what it cost, day by day, and how that is known
  strata export 4f2a --for claude-code --install   go on from a session in a new one
  strata settings hide acme.example    words of your own that exports leave out, too
  strata secrets 4f2a                  keys, tokens and passwords in it; export --redact takes them out
  strata restore --all --to ~/restored every source file, byte for byte
  strata bundle create x.bundle 4f2a   a session in one file, to carry elsewhere

Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but with faults or unreadable files; 130 stopped by Ctrl-C (watch ends with 0).
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
  if (dir === '') throw new InvalidArgumentError('It names no folder.')
  return dir
}

/**
 * @param run carries a command out
 * @param printError writes what is wrong with the arguments, which may hold anything
 */
export const strataProgram = (run: RunCommand, printError: (text: string) => void): Command => {
  const program = new Command('strata')
    .description("Archaeology and analytics of AI agents' context: an agent's history, browsed like git.")
    .version(version)
    .option('--store <dir>', 'folder of the store', namedFolder)
    .option('--json', 'print JSON: times in milliseconds since 1970, sizes in bytes, null for what is not known')
    .option('-q, --quiet', 'no progress on standard error')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ writeErr: (text) => printError(printable(text)) })
    .exitOverride()
    .addHelpText('after', examples)
  for (const command of commands) program.addCommand(inheriting(command(run), program))
  return program
}
