/** strata blame: who wrote each line of a file. */
import { unknownFileText } from '../../model/objects/unknown-file.ts'
import { resolve } from 'node:path'
import type { BlamedLine, BlameView, LineOrigin } from '../../contract/objects.ts'
import { maxChanges, type ChangeReason } from '../../contract/reasoning.ts'
import { StrataError } from '../../model/failure.ts'
import { gapText } from '../../model/objects/known-lines.ts'
import { groupBy } from '../../model/group-by.ts'
import { jsonText } from '../text/failure-text.ts'
import { timeText } from '../text/format.ts'
import { printableLine, visible } from '../text/printable.ts'
import { gapsWithin, lineRange, withGaps } from '../text/line-range.ts'
import { reasonsText, type ExplainedLines } from '../text/reasons-text.ts'
import { checkoutsText } from '../text/repository-text.ts'
import { cutToWidth, columnsOf } from '../text/text-width.ts'
import type { Terminal } from '../terminal.ts'
import type { Strata } from '../run-with-engine.ts'
import { reportLacking, reportUnreadable } from '../report-unreadable.ts'
import type { DefineCommand } from './command.ts'

const notes = `
The path is the one that the transcript gives, or an ending that only one file has; with --working-tree also a path on this machine.

Each line has the commit and the time of the call that wrote it, the agent that made the call and the prompt that led to it. "there when
first seen": the line was in the file before the first record that shows it. "a person or a command": the line was not there before, and no
call wrote it. "main@fix": an agent wrote it in the
checkout “fix” of the same repository. "not known who wrote it": an agent had changed a part of the file that it had not read, or had written such a line before.

Examples:
  strata blame src/parser.ts                     the newest content that is known
  strata blame src/parser.ts --at ctx-4f2a       as the agent knew it at a commit
  strata blame src/parser.ts --working-tree      the file on disk
  strata blame src/parser.ts -L parse --why      one function, and what was decided before it was written`

const agentText = ({ agent: { agentId, agentType } }: LineOrigin): string =>
  agentId === null ? 'main' : agentType === null ? agentId.slice(0, 12) : agentType

const promptWidth = 30

const padded = (text: string, width: number): string => `${text}${' '.repeat(Math.max(0, width - columnsOf(text)))}`

/** Texts for lines that no known call wrote. */
const sourceWords: Readonly<Partial<Record<LineOrigin['source'], string>>> = {
  outside: 'a person or a command',
  before: 'there when first seen',
  unclear: 'not known who wrote it',
}

/** The columns before a line, without the line number. */
const headOf = (origin: LineOrigin | undefined): readonly string[] => {
  if (origin === undefined) return ['not in a transcript']
  const words = sourceWords[origin.source]
  if (words !== undefined) return [words]
  const place = origin.checkout === null ? '' : `@${printableLine(origin.checkout.replace(/^.*[\\/]/, ''))}`
  const prompt = cutToWidth(printableLine(origin.prompt ?? ''), promptWidth)
  return [origin.commitId, timeText(origin.occurredAt), cutToWidth(`${printableLine(agentText(origin))}${place}`, 16), prompt]
}

const widthsOf = (heads: readonly (readonly string[])[]): readonly number[] => {
  const wide = heads.filter((head) => head.length > 1)
  return [0, 1, 2, 3].map((at) => Math.max(0, ...wide.map((head) => columnsOf(head[at] ?? ''))))
}

/** @param isKnown whether any line of the file is known, chosen or not @param at the commit that was asked for */
const blameText = (view: BlameView, isKnown: boolean, at: string | undefined, { colors }: Terminal): string => {
  if (!view.isThere) return `${printableLine(view.path)} ${at === undefined ? 'was deleted' : 'did not exist at that commit'}.\n`
  if (!isKnown && view.totalLines !== 0) return `${unknownFileText(printableLine(view.path), view.isTooLarge)}\n`
  const heads = view.origins.map(headOf)
  const widths = widthsOf(heads)
  const numbers = String(view.lines.at(-1)?.number ?? 0).length
  const whole = Math.max(
    widths.reduce((sum, width) => sum + width + 2, -2),
    ...[...heads, headOf(undefined)].filter((head) => head.length === 1).map(([text]) => columnsOf(text ?? '')),
  )
  const lineText = ({ number, text, origin }: BlamedLine): string => {
    const head = (origin === null ? undefined : heads[origin]) ?? headOf(undefined)
    const shown = head.length === 1 ? head : head.map((part, at) => padded(part, widths[at] ?? 0))
    return `${colors.dim(`${padded(shown.join('  '), whole)}  ${String(number).padStart(numbers)}`)}  ${visible(text)}`
  }
  return withGaps(view.lines, view.gaps)
    .map((row) => `${'number' in row ? lineText(row) : colors.dim(`[${gapText(row)}]`)}\n`)
    .join('')
}

interface Options {
  readonly at?: string
  readonly workingTree?: boolean
  readonly lines?: string
  readonly why?: boolean
}

/** The lines that are asked for alone. @throws StrataError invalid-input: no line declares the name */
const chosenLines = (view: BlameView, asked: string | undefined): BlameView => {
  if (asked === undefined || !view.isThere) return view
  const range = lineRange(asked, view.lines)
  if (range === 'empty') throw new StrataError('invalid-input', `-L ${asked} is an empty range`, { option: 'L' })
  if (range === undefined)
    throw new StrataError('invalid-input', `No known line of ${view.path} declares ${asked}. Give -L FROM,TO`, { option: 'L' })
  if (view.lines.length === 0 && view.totalLines !== 0) return view
  const lines = view.lines.filter(({ number }) => number >= range.from && number <= range.to)
  const gaps = gapsWithin(view.gaps, range)
  if (lines.length + gaps.length === 0)
    throw new StrataError(
      'invalid-input',
      `${view.path} has no line ${range.from}${view.totalLines === null ? '' : ` of ${view.totalLines}`}`,
      {
        option: 'L',
      },
    )
  return { ...view, lines, gaps }
}

/** The calls that wrote the lines, each with what was decided before it. */
const explain = async ({ ask }: Strata, { lines, origins }: BlameView): Promise<readonly ExplainedLines[]> => {
  const byOrigin = groupBy(lines, ({ origin }) => origin)
  const found = [...byOrigin].flatMap(([origin, own]) => {
    const of = origin === null ? undefined : origins[origin]
    return origin === null || of === undefined || of.source !== 'agent' ? [] : [{ origin, of, lines: own.map(({ number }) => number) }]
  })
  if (found.length === 0) return []
  const changes = found.map(({ of: { record, commitId, path } }) => ({ sourceId: record.sourceId, line: record.line, commitId, path }))
  const reasons: (readonly ChangeReason[])[] = []
  for (let at = 0; at < changes.length; at += maxChanges)
    reasons.push(...(await ask('reasoning.before', { changes: changes.slice(at, at + maxChanges) })))
  return found.map(({ origin, lines: own }, at) => ({ origin, lines: own, reasons: reasons[at] ?? [] }))
}

const isUnknownPath = (thrown: unknown): boolean => thrown instanceof StrataError && thrown.code === 'not-found'

/** A path on this machine, or as the transcripts give it. */
const onDisk = async ({ ask }: Strata, path: string): Promise<BlameView> => {
  const disk = resolve(path)
  try {
    return await ask('file.blame', { path: disk, workingTree: true, disk })
  } catch (thrown) {
    if (!isUnknownPath(thrown)) throw thrown
    return ask('file.blame', { path, workingTree: true, disk })
  }
}

export const blameCommand: DefineCommand = (command, run) => {
  command
    .argument('<path>', 'path, or the end of one')
    .option('--at <commit>', 'at the end of this commit')
    .option('--working-tree', 'the file on disk')
    .option('-L, --lines <range>', 'only these lines: FROM,TO, FROM,+COUNT, FROM,-COUNT, or the name of a function')
    .option('--why', 'below: what was decided, dropped or weighed before each change')
    .addHelpText('after', notes)
  return command.action((path: string, { at, workingTree, lines, why }: Options) => {
    if (at !== undefined && workingTree === true) command.error('error: give --at or --working-tree, not both')
    return run.withEngine(async (strata) => {
      const { ask, json, terminal } = strata
      const whole =
        workingTree === true ? await onDisk(strata, path) : await ask('file.blame', { path, ...(at === undefined ? {} : { at }) })
      const view = chosenLines(whole, lines)
      const explained = why === true ? await explain(strata, view) : undefined
      await terminal.print(
        json
          ? jsonText(explained === undefined ? view : { ...view, why: explained })
          : blameText(view, whole.lines.length > 0, at, terminal),
      )
      if (!json && explained !== undefined) await terminal.print(`\n${reasonsText(explained, view, terminal)}`)
      if (!json && view.checkouts.length > 0) terminal.printError(checkoutsText(view.checkouts))
      return at === undefined ? reportUnreadable(strata) : reportLacking(strata, at)
    })
  })
}
