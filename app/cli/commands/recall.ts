/** strata recall: what earlier sessions say about a question. */
import { resolve } from 'node:path'
import type { HindsightRow, RecallFit } from '../../contract/recall.ts'
import { maxRecallTokens, recallHeading, type RecallAnswer } from '../../model/recall.ts'
import { zonedInstant } from '../../model/zoned-instant.ts'
import { branchOf } from '../git-branch.ts'
import { jsonText } from '../text/failure-text.ts'
import { printable, printableLine } from '../text/printable.ts'
import { reportUnreadable } from '../report-unreadable.ts'
import { collect, machineZone, recallBudget, type DefineCommand } from './command.ts'

const notes = `
Searches every session of the repository of the working directory, all checkouts included: decisions, rejections, trade-offs and findings,
else passages. The newest of what is about one subject comes first; what was reverted or contradicted is a warning. Nothing is shown where
nothing fits. Without --cwd, all repositories are searched where no session worked in this folder. See docs/recall.md.

Examples:
  strata recall "why are uploads retried three times?"
  strata recall "fix the parser" --file src/parser.ts --json | jq '.files'
  strata recall "what did we decide about caching?" --as-of 2026-01-31 --tokens 500
  strata recall --fit          weights fitted on this store, kept where they are better`

interface Options {
  readonly file?: readonly string[]
  readonly asOf?: string
  readonly session?: string
  readonly branch?: string
  readonly cwd?: string
  readonly tokens?: number
  readonly redact?: boolean
  readonly fit?: boolean
}

/** Agents read the answer, too, also as a tool of `strata mcp`. */
const answerText = ({ silent, text, files }: RecallAnswer): string => {
  if (silent) return 'Nothing fits.\n'
  return `${recallHeading}\n${printable(text)}${files.length === 0 ? '' : `Likely files: ${printableLine(files.join(', '))}\n`}`
}

const meanText = (figure: HindsightRow['recall']): string => figure?.mean.toFixed(2) ?? 'n/a'

const intervalText = (figure: HindsightRow['recall']): string =>
  figure?.meanLow == null || figure.meanHigh === null
    ? 'n/a: too few sessions'
    : `${figure.meanLow.toFixed(2)} to ${figure.meanHigh.toFixed(2)}`

const fitText = ({ cases, fitted, current, gain, isKept, path }: RecallFit): string =>
  [
    `${cases} sessions touched files that were known before. On the later half, each by what lay before it:`,
    `  weights of now  recall@10 ${meanText(current.recall)}, hit@10 ${meanText(current.hit)}`,
    `  fitted weights  recall@10 ${meanText(fitted.recall)}, hit@10 ${meanText(fitted.hit)}`,
    `  gain of recall  ${meanText(gain)}, 95 % interval ${intervalText(gain)}`,
    isKept ? `Kept: ${path}. Remove the file to use the shipped weights.` : 'Not better: the weights stay.',
    '',
  ].join('\n')

export const recallCommand: DefineCommand = (command, run) =>
  command
    .argument('[prompt...]', 'question, or the task')
    .option('--file <path>', 'file that it is about (repeatable)', collect)
    .option('--as-of <time>', 'hide everything at or after this time')
    .option('--session <id>', 'own session, which is excluded')
    .option('--branch <branch>', 'branch (default: that of the directory)')
    .option('--cwd <dir>', 'working directory (default: this one)')
    .option('--tokens <n>', `maximum number of tokens (default: ${maxRecallTokens})`, recallBudget)
    .option('--redact', 'remove secrets and private words')
    .option('--fit', 'fit the weights of files on this store')
    .addHelpText('after', notes)
    .action((words: readonly string[], { file = [], asOf, session, branch, cwd, tokens, redact = false, fit = false }: Options) => {
      if (words.length === 0 && !fit) command.error('error: give a prompt, or --fit')
      return run.withEngine(async (strata) => {
        const { ask, finish, json, terminal } = strata
        if (fit) {
          const { result } = await finish(() => ask('recall.fit', {}))
          await terminal.print(json ? jsonText(result) : fitText(result))
          return undefined
        }
        const folder = resolve(cwd ?? process.cwd())
        const ownBranch = branch ?? branchOf(folder)
        const answer = await ask('recall.ask', {
          prompt: words.join(' '),
          files: [...file],
          cwd: folder,
          everywhere: cwd === undefined,
          redact,
          ...(asOf === undefined ? {} : { asOf: /^\d{11,14}$/.test(asOf) ? Number(asOf) : zonedInstant(asOf, machineZone(), 'beginning') }),
          ...(session === undefined ? {} : { sessionId: session }),
          ...(ownBranch === undefined ? {} : { branch: ownBranch }),
          ...(tokens === undefined ? {} : { tokens }),
        })
        await terminal.print(json ? jsonText(answer) : answerText(answer))
        return reportUnreadable(strata)
      })
    })
