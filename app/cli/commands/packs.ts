/** strata packs: the context that a strategy makes of a history, with its metrics. */
import { readJson } from '../read-input.ts'
import { jsonText } from '../text/failure-text.ts'
import { adviceText, metricsText, notedText } from '../text/packs-text.ts'
import { printable } from '../text/printable.ts'
import type { DefineCommand } from './command.ts'

const notes = `
The strategy is a JSON file:
  {"contextStrategy": {"maxTokens": 100000, "sources": [
    {"topic": "ISSUE_OPENED", "priority": "required", "strategy": "latest", "amount": 1},
    {"topic": "STATE_SNAPSHOT", "priority": "required", "strategy": "latest", "amount": 1},
    {"topic": "VALIDATION_RESULT", "since": "last_task_end", "strategy": "latest", "amount": 5, "compactAmount": 1}]}}

Required packs come first, then the others by priority: in full, else in compact form, else not at all. Over budget: lower the
amounts of the sources, give them a compactAmount, or raise maxTokens; the description on standard error names them. See docs/packs.md.

Examples:
  strata packs 4f2a --strategy worker.json                    the context, its description on standard error
  strata packs ctx-1a2b3c4d --strategy worker.json --json     context and metrics
  strata packs ctx-1a2b3c4d --strategy worker.json --metrics --note   also the metrics, noted on the commit
  strata packs --noted                                        all metrics that were noted

STRATA_CONTEXT_METRICS=1 is --metrics, and STRATA_CONTEXT_METRICS_NOTE=1 is --note.`

interface Options {
  readonly strategy?: string
  readonly header?: string
  readonly instructions?: string
  readonly schema?: string
  readonly hints?: string
  readonly trigger?: string
  readonly metrics?: boolean
  readonly note?: boolean
  readonly noted?: boolean
  readonly redact?: boolean
}

const isOn = (name: string): boolean => ['1', 'true', 'yes'].includes((process.env[name] ?? '').toLowerCase())

const fields = ({ header, instructions, schema, hints, trigger, redact = false }: Options) => ({
  redact,
  ...(header === undefined ? {} : { header }),
  ...(instructions === undefined ? {} : { instructions }),
  ...(schema === undefined ? {} : { outputSchema: schema }),
  ...(hints === undefined ? {} : { skipHints: hints }),
  ...(trigger === undefined ? {} : { trigger }),
})

export const packsCommand: DefineCommand = (command, run) =>
  command
    .argument('[commit]', 'commit, ref, fork or session')
    .option('--strategy <file>', 'context strategy, JSON')
    .option('--header <text>', 'first section (default: work without a person)')
    .option('--instructions <text>', 'instructions of the agent')
    .option('--schema <text>', 'output schema')
    .option('--hints <text>', 'what a validator need not check again')
    .option('--trigger <text>', 'last section (default: the newest prompt)')
    .option('--metrics', 'print sections and packs to standard error')
    .option('--note', 'note the metrics on the commit')
    .option('--noted', 'list the metrics that were noted')
    .option('--redact', 'remove secrets and private words')
    .addHelpText('after', notes)
    .action((at: string | undefined, options: Options) => {
      const { strategy } = options
      if (options.noted !== true && (at === undefined || strategy === undefined))
        command.error('error: give a commit and --strategy, or --noted')
      return run.withEngine(async ({ ask, json, quiet, terminal }) => {
        if (options.noted === true || at === undefined || strategy === undefined) {
          const noted = await ask('packs.noted', {})
          await terminal.print(json ? jsonText(noted) : notedText(noted))
          return undefined
        }
        const view = await ask('packs.show', { at, strategy: await readJson(strategy), file: strategy, ...fields(options) })
        if (options.note === true || isOn('STRATA_CONTEXT_METRICS_NOTE'))
          await ask('packs.note', { at: view.commitId, metrics: view.metrics })
        if (json) {
          await terminal.print(jsonText(view))
          return undefined
        }
        await terminal.print(`${printable(view.text)}\n`)
        if (options.metrics === true || isOn('STRATA_CONTEXT_METRICS')) terminal.printError(metricsText(view.metrics))
        if (!quiet) terminal.printError(adviceText(view))
        return undefined
      })
    })
