/** The command `strata`: its options, its help, and the sub-command that was chosen. */
import { Command, InvalidArgumentError } from 'commander'
import { commandGroups } from './commands.ts'
import type { RunCommand } from './commands/command.ts'
import { similarNames } from '../model/similar-names.ts'
import type { Terminal } from './terminal.ts'
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
  strata session state 4f2a            what was in the context at the end of a session
  strata cost --by day                 cost per day, and the source of each number
  strata export 4f2a --for claude-code --install   continue from a session in a new one
  strata filesystem add host --prefix /workspace    paths below a mount are on another file system
  strata settings hide acme.example    add a private word that exports redact
  strata secrets 4f2a                  list keys, tokens and passwords; export --redact removes them
  strata restore --all --to ~/restored write back every source file, byte for byte
  strata bundle create x.bundle 4f2a   write a session into one file

Exit codes: 0 success; 1 failure; 2 wrong arguments, or not confirmed; 3 success, with faults or unreadable files; 4 secrets found, nothing
written; 130 stopped by Ctrl-C (0 for watch).
The store is --store DIR, else STRATA_STORE, else the platform's folder for application data.
`

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

const unknownText = (name: string, command: Command): string => {
  const names = command.commands.flatMap((known) => [known.name(), ...known.aliases()])
  const [similar] = similarNames(name, names)
  return `error: unknown command '${name}'${similar === undefined ? '' : `\n(Did you mean ${similar}?)`}`
}

/** The sub-command with a name; ends the program with a usage error when there is none. */
const subCommandOf = (command: Command, name: string): Command =>
  command.commands.find((known) => known.name() === name || known.aliases().includes(name)) ?? command.error(unknownText(name, command))

/** Replaces the help command of Commander, which accepts any name. */
const addHelpCommand = (command: Command): void => {
  if (command.commands.length === 0) return
  for (const sub of command.commands) addHelpCommand(sub)
  command.helpCommand(false).addCommand(
    new Command('help')
      .description('Show help for a command')
      .argument('[command...]', 'name of the command')
      .action((names: readonly string[]) => names.reduce(subCommandOf, command).help()),
  )
}

/** Name of the sub-command that the arguments run, or whose help they ask for. */
const chosenIn = (program: Command, args: readonly string[]): string | undefined => {
  const [first, second] = program.parseOptions([...args]).operands
  return first === 'help' ? second : first
}

/** A word that a search excludes looks like an option. */
const minusHint = (error: string, chosen: string | undefined): string =>
  chosen === 'search' && /unknown option '-[^-]/.test(error)
    ? '(To exclude a word, quote the search, or put -- first: strata search -- deploy -staging)\n'
    : ''

/**
 * Only the chosen command is loaded; of the others the program knows what its help lists.
 * @param run carries a command out
 * @param terminal gets the help, and what is wrong with the arguments, which may hold anything
 * @throws CommanderError for wrong options of the program, and after its version was printed
 */
export const strataProgram = async (
  run: RunCommand,
  terminal: Pick<Terminal, 'print' | 'printError'>,
  args: readonly string[],
): Promise<Command> => {
  // Known once the options of the program were read, which may fail.
  const read: { chosen: string | undefined } = { chosen: undefined }
  const program: Command = new Command('strata')
    .description('Import the transcripts of AI agents, browse their history like Git, and measure it.')
    .version(version)
    .option('--store <dir>', 'folder of the store', namedFolder)
    .option('--json', 'JSON output: times in Unix ms, sizes in bytes, n/a as null')
    .option('-q, --quiet', 'no progress output; warnings remain')
    // Options of a command between the program and its sub-command, such as ledger, do not apply to the sub-command.
    .configureHelp({
      showGlobalOptions: true,
      subcommandTerm: (command) => [command.name(), ...command.aliases()].join(', '),
      visibleGlobalOptions: (command) =>
        command === program
          ? []
          : program
              .createHelp()
              .visibleOptions(program)
              .filter(({ long }) => long !== '--help'),
    })
    .configureOutput({
      writeOut: (text) => void terminal.print(text),
      writeErr: (text) => terminal.printError(printable(text)),
      outputError: (text, write) => write(`${text}${minusHint(text, read.chosen)}`),
    })
    .exitOverride()
    .addHelpText('after', examples)
  const chosen = chosenIn(program, args)
  read.chosen = chosen
  for (const { title, commands } of commandGroups)
    for (const { name, alias, description, load } of commands) {
      const command = new Command(name).description(description).helpGroup(title)
      if (alias !== undefined) command.alias(alias)
      if (chosen !== undefined && [name, alias].includes(chosen)) (await load())(command, run)
      program.addCommand(command)
    }
  addHelpCommand(program)
  for (const command of program.commands) inheriting(command, program)
  return program
}
