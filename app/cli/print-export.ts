/** Exports on the terminal: content, description and warnings. */
import type { ExportView } from '../contract/export.ts'
import { countOf } from '../model/format/count.ts'
import { exclusionWords } from '../model/format/export-words.ts'
import type { Strata } from './run-with-engine.ts'
import type { Terminal } from './terminal.ts'
import { driftLine } from './text/drift-text.ts'
import { jsonText } from './text/failure-text.ts'
import { bytesText } from './text/format.ts'
import { lossLine } from './text/loss-text.ts'
import { printable } from './text/printable.ts'

const secretsText = (secrets: ExportView['secrets']): string => {
  if (secrets === null) return ''
  const taken = secrets.filter(({ isTaken }) => isTaken)
  const places = taken.reduce((sum, { count }) => sum + count, 0)
  return taken.length === 0 ? 'no secrets found\n' : `redacted: ${countOf(taken.length, 'secret')} in ${countOf(places, 'place')}\n`
}

/** A line for each part of the chain that is not in it. */
const excluded = (view: ExportView): string =>
  exclusionWords(view)
    .map((words) => `${printable(words)}\n`)
    .join('')

/** The content of an export, its place, and how to continue from it. */
const exportText = (view: ExportView): string => {
  const made = `${view.target} of ${view.commitId}: ${countOf(view.messages, 'message')} from ${countOf(view.commits.length, 'commit')}, ${bytesText(view.bytes)}\n`
  const where = view.path === null ? '' : `written to ${printable(view.path)}\n`
  const ref = view.ref === null ? '' : `named ${printable(view.ref)}\n`
  const next = view.command === null ? '' : `resume with:  ${printable(view.command)}\n`
  return `${made}${excluded(view)}${view.lost.map(lossLine).join('')}${secretsText(view.secrets)}${where}${ref}${next}`
}

const isText = ({ target }: ExportView): boolean => target !== 'events-v1' && target !== 'bureau-agent-v1'

/** The tokens and packs of a budget stand beside the rest. */
const withPacks = ({ budget, ...rest }: ExportView) => (budget === null ? { ...rest, budget } : { ...rest, ...budget })

const asJson = (view: ExportView): string => {
  const { content, ...rest } = withPacks(view)
  if (content === null) return jsonText(rest)
  const bytes = Buffer.from(content)
  return jsonText({ ...rest, ...(isText(view) ? { content: bytes.toString('utf8') } : { base64: bytes.toString('base64') }) })
}

const maxWarned = 20

/** Before the command that resumes: files that differ from what the agent knows. */
const warn = (terminal: Terminal, { drift }: ExportView): void => {
  if (drift === null) return
  const { files } = drift
  const lines = files.slice(0, maxWarned).map((file) => `  ${driftLine(file, terminal)}\n`)
  const more = files.length > maxWarned ? `  … and ${files.length - maxWarned} more: strata drift lists them\n` : ''
  const differ = files.length === 1 ? 'file on this machine differs' : 'files on this machine differ'
  terminal.printError(`strata: ${files.length} ${differ} from what the agent knew:\n${lines.join('')}${more}`)
}

/**
 * Content to standard output, its description to standard error; where there is no content, the description alone.
 * @param onTerminal whether a terminal shows the content too
 */
export const printExport = async (
  { json, quiet, terminal }: Strata,
  view: ExportView,
  onTerminal: 'whole' | 'described' = 'whole',
): Promise<undefined> => {
  if (!json) warn(terminal, view)
  if (json) await terminal.print(asJson(view))
  else if (view.content === null || (onTerminal === 'described' && terminal.width !== undefined)) await terminal.print(exportText(view))
  else {
    if (isText(view) || terminal.width === undefined) await terminal.printData(Buffer.from(view.content))
    // Without progress and description, what is missing is still reported.
    terminal.printError(quiet ? `${excluded(view)}${view.lost.map(lossLine).join('')}` : exportText(view))
  }
  return undefined
}
