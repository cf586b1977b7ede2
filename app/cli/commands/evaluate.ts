/** strata evaluate: whether the memory of a project helps an agent. */
import { InvalidArgumentError, Option } from 'commander'
import { dirname, resolve } from 'node:path'
import { evaluate } from '../../engine/evaluate/evaluate.ts'
import { givers, type Giver } from '../../engine/evaluate/given-memory.ts'
import { readTaskFile } from '../../engine/evaluate/task-file.ts'
import { kindResults, runKinds, type Run, type RunKind } from '../../evaluate/results.ts'
import { StrataError } from '../../model/failure.ts'
import { countOf } from '../../model/format/count.ts'
import { exitCodes } from '../exit-codes.ts'
import { watchInterrupts } from '../interrupts.ts'
import { storeDirOf, type GlobalOptions } from '../run-with-engine.ts'
import type { Terminal } from '../terminal.ts'
import { evaluationText, runText } from '../text/evaluation-text.ts'
import { jsonText } from '../text/failure-text.ts'
import { printableLine } from '../text/printable.ts'
import { agentWords, wordsOf } from '../agent-words.ts'
import { collect, wholeNumber, type DefineCommand } from './command.ts'

const notes = `
Each task runs in fresh clones of its commit, which contain nothing later. The first pass has no memory. What its transcript says becomes the
memory of the second passes: one for each graph, and one with a list in CLAUDE.md. The agent gets the task on its standard input, without a
shell. When it has ended, the test patch is applied and the test command judges. No line of the test patch, or of what the first pass changed,
is in what a second pass is given. See docs/evaluate.md for the forms of tasks.

Examples:
  strata evaluate tasks.json --agent 'claude -p --permission-mode acceptEdits'
  strata evaluate lite.jsonl --repos ~/code --agent 'claude -p' --test 'python -m pytest -q {tests}' --only django__django-11099
  strata evaluate tasks.json --agent './agent.sh' --give prompt --with file,flat --json`

interface Options {
  readonly agent: string
  readonly test?: string
  readonly with: readonly RunKind[]
  readonly give: Giver
  readonly repos?: readonly string[]
  readonly only?: readonly string[]
  readonly timeLimit: number
  readonly keep?: string
}

const second = runKinds.filter((kind) => kind !== 'without')

const kindsIn = (text: string): readonly RunKind[] => {
  const names = text.split(',').map((name) => name.trim())
  const kinds = second.filter((kind) => names.includes(kind))
  if (names.length === 0 || kinds.length !== new Set(names).size) throw new InvalidArgumentError(`Expected some of ${second.join(', ')}.`)
  return kinds
}

const evaluateTasks = async (file: string, options: Options, terminal: Terminal, given: GlobalOptions): Promise<number> => {
  const { tasks: all, faults } = readTaskFile(resolve(file))
  const { only, test, timeLimit, keep } = options
  const tasks = only === undefined ? all : all.filter(({ id }) => only.includes(id))
  for (const fault of faults) terminal.printError(`strata: ${printableLine(fault)}\n`)
  if (tasks.length === 0) throw new StrataError('not-found', `${file} has none of the tasks`, {})
  const without = test === undefined ? tasks.find((task) => task.test === undefined) : undefined
  if (without !== undefined) throw new StrataError('invalid-input', `${without.id} names no test command: give one with --test`, {})
  const interrupts = watchInterrupts(process, terminal)
  const controller = new AbortController()
  const done = interrupts.whenAsked(() => controller.abort())
  const runs: Run[] = []
  if (given.quiet !== true)
    terminal.printError(
      `strata: ${countOf(tasks.length, 'task')}, at most ${countOf(tasks.length * (1 + options.with.length), 'run')} of the agent\n`,
    )
  try {
    const guard = await evaluate({
      tasks,
      agent: agentWords(options.agent),
      test: test === undefined ? undefined : wordsOf('--test', test),
      kinds: options.with,
      giver: options.give,
      repos: [...(options.repos ?? []).map((folder) => resolve(folder)), dirname(resolve(file))],
      limitMs: timeLimit * 1000,
      keep,
      env: process.env,
      storeDir: storeDirOf(given),
      signal: controller.signal,
      onRun: (one) => {
        runs.push(one)
        if (given.quiet !== true) terminal.printError(runText(one))
      },
    })
    const results = kindResults(runs)
    await terminal.print(given.json === true ? jsonText({ results, guard, runs, faults }) : evaluationText(results, guard, terminal))
    if (guard.isStopped) return interrupts.exitCode ?? exitCodes.interrupted
    return faults.length === 0 ? exitCodes.success : exitCodes.faults
  } finally {
    done()
    interrupts.stop()
  }
}

export const evaluateCommand: DefineCommand = (command, run) =>
  command
    .argument('<tasks>', 'file with tasks, JSON or a task a line')
    .requiredOption('--agent <command>', 'agent with arguments; the task is its standard input')
    .option('--test <command>', 'judges tasks that name no command; {tests} is replaced by the tests of a task')
    .addOption(new Option('--with <kinds>', `second passes: ${second.join(', ')} (default: all)`).argParser(kindsIn).default(second, 'all'))
    .addOption(new Option('--give <way>', 'how the memory reaches the agent').choices(givers).default('hooks'))
    .option('--repos <folder>', 'folder with the repositories (repeatable; default: that of the tasks)', collect)
    .option('--only <task>', 'only the task with this id (repeatable)', collect)
    .option('--time-limit <seconds>', 'limit of each command of a run', wholeNumber, 1800)
    .option('--keep <folder>', 'new folder in which clones and outputs stay')
    .addHelpText('after', notes)
    .action((file: string, options: Options) => run.alone((terminal, given) => evaluateTasks(file, options, terminal, given)))
