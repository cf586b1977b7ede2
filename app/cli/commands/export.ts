/** strata export: the conversation at a commit in a form that others read. */
import { resolve } from 'node:path'
import { Command, Option } from 'commander'
import { exportTargets, type ExportTarget, type ExportView } from '../../contract/export.ts'
import { jsonText } from '../text/failure-text.ts'
import type { Strata } from '../run-with-engine.ts'
import type { RunCommand } from './command.ts'
import { bytesText, countText, plural } from '../text/format.ts'
import { printable } from '../text/printable.ts'

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
  claude-code      a transcript that Claude Code 1.0.128 to 2.1.330 resumes; --install puts it where the client looks
  messages         the body of a request to the Messages API that goes on from the commit
  events-v1, bureau-agent-v1   events, as materialize tells them
  markdown         a page to read
  html             the same as one file for a browser: no scripts, nothing is loaded, light and dark

Examples:
  strata export 4f2a --for claude-code --install           go on from the end of a session, in a new one
  strata export ctx-1a2b --for claude-code --install --cwd ~/elsewhere --name second-try
  strata export ctx-1a2b --for markdown --out notes.md
  strata export ctx-1a2b --for messages --stop root | jq '.messages | length'
  strata export ctx-1a2b --for html --redact --out page.html   without keys, tokens and passwords: see strata secrets

Without --out and --install the export goes to standard output, what it is made of to standard error. docs/export.md says what is in it.`

const isText = ({ target }: ExportView): boolean => target !== 'events-v1' && target !== 'bureau-agent-v1'

const asJson = (view: ExportView): string => {
  const { content, ...rest } = view
  if (content === null) return jsonText(rest)
  const bytes = Buffer.from(content)
  return jsonText({ ...rest, ...(isText(view) ? { content: bytes.toString('utf8') } : { base64: bytes.toString('base64') }) })
}

const print = async ({ json, quiet, terminal }: Strata, view: ExportView): Promise<undefined> => {
  if (json) await terminal.print(asJson(view))
  else if (view.content === null) await terminal.print(exportText(view))
  else {
    if (isText(view) || terminal.width === undefined) await terminal.printData(Buffer.from(view.content))
    if (!quiet) terminal.printError(exportText(view))
  }
  return undefined
}

export const exportCommand = (run: RunCommand): Command => {
  const command = new Command('export')
    .description('the conversation at a commit in a form that others read: to be resumed, sent or read')
    .argument('<name>', 'a commit, a ref or a session; the beginning of an id is enough')
    .addOption(new Option('--for <form>', 'the form').choices(exportTargets).makeOptionMandatory())
    .option('--stop <where>', 'how far back: compaction (the nearest one, included), root, or a commit', 'compaction')
    .option('--out <file>', 'file to write; one that is there is never touched')
    .option('--install', "a transcript: into Claude Code's own folder, as a new session")
    .option('--cwd <dir>', 'a transcript: the working directory to go on in; left out: that of the session')
    .option('--name <name>', 'an installed transcript: the name of its fork')
    .option('--redact', 'take out what looks like a secret: keys, tokens, passwords')
    .option('--leave <id...>', 'with --redact: what strata secrets lists under this id stays')
    .addHelpText('after', notes)
  return command.action((name: string, options: Options) => {
    const { stop, out, install, cwd, name: fork } = options
    if (install === true && out !== undefined) command.error('error: give --out or --install')
    if (options.leave !== undefined && options.redact !== true) command.error('error: --leave says what --redact is to leave')
    if (install === true && options.for !== 'claude-code') command.error('error: only --for claude-code can be installed')
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

const lostLine = ({ what, count, why }: ExportView['lost'][number]): string => {
  const kind = /^(?:added|changed): /.test(what) ? '' : 'left out: '
  return `${kind}${printable(what)} × ${countText(count)} (${printable(why)})\n`
}

const secretsText = (secrets: ExportView['secrets']): string => {
  if (secrets === null) return ''
  const taken = secrets.filter(({ isTaken }) => isTaken)
  const places = taken.reduce((sum, { count }) => sum + count, 0)
  return taken.length === 0
    ? 'nothing looked like a secret\n'
    : `taken out: ${plural(taken.length, 'secret')} in ${plural(places, 'place')}\n`
}

/** What an export is made of, where it is, and how to go on from it. */
const exportText = (view: ExportView): string => {
  const made = `${view.target} of ${view.commitId}: ${plural(view.messages, 'message')} from ${plural(view.commits.length, 'commit')}, ${bytesText(view.bytes)}\n`
  const where = view.path === null ? '' : `written to ${printable(view.path)}\n`
  const ref = view.ref === null ? '' : `named ${printable(view.ref)}\n`
  const next = view.command === null ? '' : `go on with:  ${printable(view.command)}\n`
  return `${made}${view.lost.map(lostLine).join('')}${secretsText(view.secrets)}${where}${ref}${next}`
}
