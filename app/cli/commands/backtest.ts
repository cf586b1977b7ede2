/** strata backtest: what policies would have shown, scored by what the agents then did. */
import { Argument, InvalidArgumentError, Option } from 'commander'
import type { BacktestCase } from '../../contract/backtest.ts'
import { readBudget } from '../../model/format/token-budget.ts'
import { givenPolicy } from '../given-policy.ts'
import { hintProject } from '../similar-hints.ts'
import { backtestText, caseText } from '../text/backtest-text.ts'
import { jsonText } from '../text/failure-text.ts'
import type { Strata } from '../run-with-engine.ts'
import { wholeNumber, type DefineCommand } from './command.ts'

const notes = `
A policy is a name, such as default, turn, managed, packs, export or learned (--list shows all), or a JSON file with one of:
  {"name": "short", "outputsPerTurn": 2, "turnsBack": 3, "shows": "in_place"}      a collapse policy
  {"name": "topics", "contextStrategy": {"sources": [{"topic": "STATE_SNAPSHOT"}]}}   a context strategy
  {"name": "wide", "method": "masking", "outputs": 30}                               another method
At each prompt of a person every policy builds a context from what is before it. Coverage is the share of what the agent then needed of the
history that the context contains; regret, how often the agent looked at something again that was not shown. See docs/backtest.md.

Examples:
  strata backtest                                   the built-in policies and the baselines
  strata backtest short.json managed --budget 50k   two policies under one budget
  strata backtest learned --project ~/garden --json rows with intervals
  strata backtest short.json --cases --limit 20     cases: what was needed, and what was missing`

interface Options {
  readonly budget?: readonly number[]
  readonly at: 'prompt' | 'reply'
  readonly project?: string
  readonly cases?: boolean
  readonly limit?: number
  readonly list?: boolean
}

const budgets = (text: string): readonly number[] =>
  text.split(',').map((part) => {
    const tokens = readBudget(part.trim())
    if (tokens === undefined || tokens < 100) throw new InvalidArgumentError('Give numbers of tokens from 100, for example 20k,50k.')
    return tokens
  })

/** Cases of one page. */
const pageSize = 5_000

const allCases = async (
  { ask }: Strata,
  jobId: string,
  most: number,
): Promise<{ readonly cases: readonly BacktestCase[]; readonly total: number }> => {
  const cases: BacktestCase[] = []
  for (;;) {
    const page = await ask('backtest.cases', { jobId, offset: cases.length, limit: Math.max(1, Math.min(pageSize, most - cases.length)) })
    cases.push(...page.cases)
    if (page.cases.length === 0 || cases.length >= Math.min(most, page.total)) return { cases, total: page.total }
  }
}

export const backtestCommand: DefineCommand = (command, run) =>
  command
    .addArgument(new Argument('[policies...]', 'names or JSON files of policies'))
    .option('--budget <tokens>', 'budgets in tokens, such as 20k,50k (default: 20k,50k,100k)', budgets)
    .addOption(new Option('--at <moment>', 'moments at which contexts are built').choices(['prompt', 'reply']).default('prompt'))
    .option('--project <project>', 'project to include')
    .option('--cases', 'list the cases')
    .option('--limit <n>', 'maximum number of cases', wholeNumber)
    .option('--list', 'list the policies that have a name')
    .addHelpText('after', notes)
    .action((names: readonly string[], { budget, at, project, cases, limit, list }: Options) =>
      run.withEngine(async (strata) => {
        const { ask, finish, json, terminal } = strata
        if (list === true) {
          const policies = await ask('backtest.policies', {})
          await terminal.print(json ? jsonText(policies) : policies.map(({ name, about }) => `${name.padEnd(10)}${about}\n`).join(''))
          return undefined
        }
        const policies = await Promise.all(names.map(givenPolicy))
        const input = {
          policies,
          at,
          ...(budget === undefined ? {} : { budgets: [...budget] }),
          ...(project === undefined ? {} : { project }),
        }
        const { result, jobId } = await finish(() => ask('backtest.start', input))
        if (result.sessions === 0) await hintProject(strata, project)
        if (cases !== true) {
          await terminal.print(json ? jsonText(result) : backtestText(result, terminal))
          return undefined
        }
        const page = await allCases(strata, jobId, limit ?? Infinity)
        if (json) await terminal.print(jsonText({ ...result, total: page.total, listed: page.cases }))
        else await terminal.print(`${page.cases.map(caseText).join('')}${page.cases.length} of ${page.total} cases\n`)
        return undefined
      }),
    )
