/** strata export: the conversation at a commit in a form that others read. */
import { resolve } from 'node:path'
import { exportTargets, type ExportTarget } from '../../contract/export.ts'
import { choiceOption } from '../choices.ts'
import { printExport } from '../print-export.ts'
import { tokenBudget, type DefineCommand } from './command.ts'
import { policyOf, policyOptions, type PolicyOptions } from './policy-options.ts'

interface Options extends PolicyOptions {
  readonly for: ExportTarget
  readonly stop: string
  readonly out?: string
  readonly install?: boolean
  readonly cwd?: string
  readonly name?: string
  readonly redact?: boolean
  readonly leave?: readonly string[]
  readonly budget?: number
  readonly assembled?: boolean
  readonly pin?: readonly string[]
  readonly drop?: readonly string[]
}

const notes = `
Forms:
  claude-code      a transcript for Claude Code 1.0.128 to 2.1.330; --install puts it where the client finds it
  messages         the body of a Messages API request that continues from the commit
  events-v1, bureau-agent-v1   events, as materialize writes them
  markdown         a readable page
  narrative        what the session knew, for an agent of another program: at most 4,000 tokens, or --budget
  html             a readable page as one HTML file, without scripts and external files

Examples:
  strata export 4f2a --for claude-code --install           continue from the end of a session, in a new one
  strata export ctx-1a2b --for claude-code --install --cwd ~/elsewhere --name second-try
  strata export ctx-1a2b --for markdown --out notes.md
  strata export ctx-1a2b --for messages --stop root | jq '.messages | length'
  strata export try-again --for claude-code --install --policy default   one line in place of each older output
  strata export ctx-1a2b --for messages --stop root --budget 200k   older turns shortened to at most 200,000 tokens
  strata export ctx-1a2b --for narrative --budget 2k       goal, what was done, files, state and next step, with citations
  strata export ctx-1a2b --for html --redact --out page.html   without keys, tokens and passwords: see strata secrets

--policy cannot be combined with --for events-v1 or bureau-agent-v1. Exports of a fork follow what was activated and deactivated there.
Without --out and --install the export goes to standard output, and its description to standard error. See docs/export.md.`

export const exportCommand: DefineCommand = (command, run) => {
  command
    .argument('<name>', 'commit, ref or session; a unique id prefix is enough')
    .addOption(choiceOption('--for <form>', 'output form', exportTargets).makeOptionMandatory())
    .option('--stop <where>', 'first commit: compaction (the nearest), root, or an id', 'compaction')
    .option('--budget <tokens>', 'most tokens; older turns are shortened or excluded', tokenBudget)
    .option('--pin <part...>', 'parts to require, such as "turn 3"')
    .option('--drop <part...>', 'parts to exclude, such as "turn 7"')
    .option('--assembled', 'of messages: the layers that strata assemble gives')
    .option('--out <file>', 'file to write; never overwritten')
    .option('--install', "write to Claude Code's folder as a new session")
    .option('--cwd <dir>', "working directory of a transcript (default: the session's)")
    .option('--name <name>', 'name of the fork for an installed transcript')
  policyOptions(command)
    .option('--redact', 'remove secrets: keys, tokens, passwords')
    .option('--leave <id...>', 'secrets to keep with --redact, by id in strata secrets')
    .addHelpText('after', notes)
  return command.action((name: string, options: Options) => {
    const { stop, out, install, cwd, name: fork } = options
    if (install === true && out !== undefined) command.error('error: give --out or --install, not both')
    if ((options.pin ?? options.drop) !== undefined && options.budget === undefined)
      command.error('error: --pin and --drop require --budget')
    if (options.leave !== undefined && options.redact !== true) command.error('error: --leave requires --redact')
    if (options.assembled === true && options.for !== 'messages') command.error('error: --assembled requires --for messages')
    if (install === true && options.for !== 'claude-code') command.error('error: --install requires --for claude-code')
    return run.withEngine(async (strata) => {
      const configDir = process.env['CLAUDE_CONFIG_DIR']
      const view = await strata.ask('export.make', {
        commitId: name,
        target: options.for,
        stop,
        install: install === true,
        assembled: options.assembled === true,
        redact: options.redact === true,
        leave: [...(options.leave ?? [])],
        pinned: [...(options.pin ?? [])],
        dropped: [...(options.drop ?? [])],
        ...policyOf(options),
        ...(out === undefined ? {} : { to: resolve(out) }),
        ...(options.budget === undefined ? {} : { budget: options.budget }),
        ...(cwd === undefined ? {} : { cwd: resolve(cwd) }),
        ...(fork === undefined ? {} : { name: fork }),
        ...(configDir === undefined || configDir === '' ? {} : { configDir }),
      })
      return printExport(strata, view)
    })
  })
}
