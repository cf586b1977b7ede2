/** strata export: the conversation at a commit in a form that others read. */
import { resolve } from 'node:path'
import { exportTargets, type ExportTarget, type ExportView } from '../../contract/export.ts'
import { jsonText } from '../text/failure-text.ts'
import type { Strata } from '../run-with-engine.ts'
import type { Terminal } from '../terminal.ts'
import type { DefineCommand } from './command.ts'
import { bytesText } from '../text/format.ts'
import { countOf } from '../../model/format/count.ts'
import { driftLine } from '../text/drift-text.ts'
import { lossLine } from '../text/loss-text.ts'
import { printable } from '../text/printable.ts'
import { choiceOption } from '../choices.ts'

interface Options {
  readonly for: ExportTarget
  readonly stop: string
  readonly out?: string
  readonly install?: boolean
  readonly cwd?: string
  readonly name?: string
  readonly redact?: boolean
  readonly leave?: readonly string[]
}

const notes = `
Forms:
  claude-code      a transcript for Claude Code 1.0.128 to 2.1.330; --install puts it where the client finds it
  messages         the body of a Messages API request that continues from the commit
  events-v1, bureau-agent-v1   events, as materialize writes them
  markdown         a readable page
  html             a readable page as one HTML file, without scripts and external files

Examples:
  strata export 4f2a --for claude-code --install           continue from the end of a session, in a new one
  strata export ctx-1a2b --for claude-code --install --cwd ~/elsewhere --name second-try
  strata export ctx-1a2b --for markdown --out notes.md
  strata export ctx-1a2b --for messages --stop root | jq '.messages | length'
  strata export ctx-1a2b --for html --redact --out page.html   without keys, tokens and passwords: see strata secrets

Without --out and --install the export goes to standard output, and its description to standard error. See docs/export.md.`

const isText = ({ target }: ExportView): boolean => target !== 'events-v1' && target !== 'bureau-agent-v1'

const asJson = (view: ExportView): string => {
  const { content, ...rest } = view
  if (content === null) return jsonText(rest)
  const bytes = Buffer.from(content)
  return jsonText({ ...rest, ...(isText(view) ? { content: bytes.toString('utf8') } : { base64: bytes.toString('base64') }) })
}

const mostWarned = 20

/** Before the command that resumes: files that differ from what the agent knows. */
const warn = (terminal: Terminal, { drift }: ExportView): void => {
  if (drift === null) return
  const { files } = drift
  const lines = files.slice(0, mostWarned).map((file) => `  ${driftLine(file, terminal)}\n`)
  const more = files.length > mostWarned ? `  … and ${files.length - mostWarned} more: strata drift lists them\n` : ''
  const differ = files.length === 1 ? 'file on this machine differs' : 'files on this machine differ'
  terminal.printError(`strata: ${files.length} ${differ} from what the agent knew:\n${lines.join('')}${more}`)
}

const print = async ({ json, quiet, terminal }: Strata, view: ExportView): Promise<undefined> => {
  if (!json && !quiet) warn(terminal, view)
  if (json) await terminal.print(asJson(view))
  else if (view.content === null) await terminal.print(exportText(view))
  else {
    if (isText(view) || terminal.width === undefined) await terminal.printData(Buffer.from(view.content))
    if (!quiet) terminal.printError(exportText(view))
  }
  return undefined
}

export const exportCommand: DefineCommand = (command, run) => {
  command
    .argument('<name>', 'commit, ref or session; a unique id prefix is enough')
    .addOption(choiceOption('--for <form>', 'output form', exportTargets).makeOptionMandatory())
    .option('--stop <where>', 'first commit: compaction (the nearest), root, or an id', 'compaction')
    .option('--out <file>', 'file to write; never overwritten')
    .option('--install', "write to Claude Code's folder as a new session")
    .option('--cwd <dir>', "working directory of a transcript (default: the session's)")
    .option('--name <name>', 'name of the fork for an installed transcript')
    .option('--redact', 'remove secrets: keys, tokens, passwords')
    .option('--leave <id...>', 'secrets to keep with --redact, by id in strata secrets')
    .addHelpText('after', notes)
  return command.action((name: string, options: Options) => {
    const { stop, out, install, cwd, name: fork } = options
    if (install === true && out !== undefined) command.error('error: give --out or --install, not both')
    if (options.leave !== undefined && options.redact !== true) command.error('error: --leave requires --redact')
    if (install === true && options.for !== 'claude-code') command.error('error: --install requires --for claude-code')
    return run.withEngine(async (strata) => {
      const configDir = process.env['CLAUDE_CONFIG_DIR']
      const view = await strata.ask('export.make', {
        commitId: name,
        target: options.for,
        stop,
        install: install === true,
        redact: options.redact === true,
        leave: [...(options.leave ?? [])],
        ...(out === undefined ? {} : { to: resolve(out) }),
        ...(cwd === undefined ? {} : { cwd: resolve(cwd) }),
        ...(fork === undefined ? {} : { name: fork }),
        ...(configDir === undefined || configDir === '' ? {} : { configDir }),
      })
      return print(strata, view)
    })
  })
}

const secretsText = (secrets: ExportView['secrets']): string => {
  if (secrets === null) return ''
  const taken = secrets.filter(({ isTaken }) => isTaken)
  const places = taken.reduce((sum, { count }) => sum + count, 0)
  return taken.length === 0 ? 'no secrets found\n' : `redacted: ${countOf(taken.length, 'secret')} in ${countOf(places, 'place')}\n`
}

/** The content of an export, its place, and how to continue from it. */
const exportText = (view: ExportView): string => {
  const made = `${view.target} of ${view.commitId}: ${countOf(view.messages, 'message')} from ${countOf(view.commits.length, 'commit')}, ${bytesText(view.bytes)}\n`
  const where = view.path === null ? '' : `written to ${printable(view.path)}\n`
  const ref = view.ref === null ? '' : `named ${printable(view.ref)}\n`
  const next = view.command === null ? '' : `resume with:  ${printable(view.command)}\n`
  return `${made}${view.lost.map(lossLine).join('')}${secretsText(view.secrets)}${where}${ref}${next}`
}
