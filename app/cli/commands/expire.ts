/** strata expire: removes ephemeral and the least recently used sessions, after it listed them. */
import type { ExpiryPlan } from '../../contract/gc.ts'
import { countOf } from '../../model/format/count.ts'
import { jsonText } from '../text/failure-text.ts'
import { bytesText, timeText } from '../text/format.ts'
import { printableLine } from '../text/printable.ts'
import { printTable } from '../text/print-table.ts'
import type { Strata } from '../run-with-engine.ts'
import type { Terminal } from '../terminal.ts'
import { exitCodes } from '../exit-codes.ts'
import { byteCount, dayCount, type DefineCommand } from './command.ts'

interface Options {
  readonly maxSize?: number
  readonly ephemeralDays?: number
  readonly onlyCopies?: boolean
  readonly yes?: boolean
  readonly dryRun?: boolean
}

const whyTexts = { ephemeral: 'ephemeral', size: 'least recently used' } as const

const keptTexts: Readonly<Record<ExpiryPlan['kept'][number]['why'], string>> = {
  held: 'a pin, a name or another session needs them.',
  notes: 'they have summaries or corrections of people, or files that a tracker saw.',
  'in use': 'they were recorded within a day.',
  'only copy': 'no file on this machine has all that the store has of them. To include them: --only-copies',
}

const keptText = ({ kept }: ExpiryPlan): string =>
  Object.entries(keptTexts)
    .map(([why, text]) => ({ text, count: kept.filter((one) => one.why === why).length }))
    .map(({ text, count }) => (count === 0 ? '' : `${countOf(count, 'session')} kept: ${text}\n`))
    .join('')

const planText = (plan: ExpiryPlan, { colors, width }: Terminal): string => {
  const { sessions, maxBytes, packBytes, afterBytes, isReached } = plan
  const limit = maxBytes === null ? 'no size limit is set' : `limit ${bytesText(maxBytes)}`
  const head = `Packs: ${bytesText(packBytes)}; ${limit}.\n`
  if (sessions.length === 0) return `${head}Nothing expires.\n${keptText(plan)}`
  const columns = [
    { title: 'SESSION', paint: colors.cyan },
    { title: 'WHY' },
    { title: 'LAST USED' },
    { title: 'BYTES' },
    { title: 'TITLE' },
  ]
  const table = printTable(
    columns,
    sessions.map(({ sessionId, why, lastUsedAt, bytes, title, isOnlyCopy }) => [
      sessionId.slice(0, 8),
      `${whyTexts[why]}${isOnlyCopy ? ', only copy' : ''}`,
      timeText(lastUsedAt),
      bytesText(bytes),
      printableLine(title),
    ]),
    width,
    colors.bold,
  )
  const over = isReached ? '' : 'The limit is not reached: the other sessions are kept.\n'
  return `${head}${table}${countOf(sessions.length, 'session')}, about ${bytesText(afterBytes)} left.\n${over}${keptText(plan)}`
}

/**
 * One after the other, so that a session that something needs by now stays alone.
 * @returns ids of the sessions that are gone
 */
const carryOut = async ({ ask, finish }: Strata, { sessions }: ExpiryPlan): Promise<readonly string[]> => {
  const removed: string[] = []
  for (const { sessionId, tags } of sessions) {
    for (const name of tags) await ask('ref.remove', { name })
    const { result } = await finish(() => ask('removal.start', { sessions: [sessionId], dryRun: false, force: false }))
    if (result.refusal === null) removed.push(sessionId)
  }
  if (removed.length > 0) await finish(() => ask('gc.start', { dryRun: false }))
  return removed
}

const removedText = (removed: number, planned: number): string =>
  [
    `${countOf(removed, 'session')} removed. Imports skip them until you name them.\n`,
    removed === planned ? '' : `${countOf(planned - removed, 'session')} kept: something needs them by now.\n`,
  ].join('')

export const expireCommand: DefineCommand = (command, run) =>
  command
    .option('--max-size <size>', 'size limit of the packs, for example 5GB (default: strata settings max-size)', byteCount)
    .option('--ephemeral-days <n>', 'days without use after which ephemeral sessions go (default: strata settings)', dayCount)
    .option('--only-copies', 'also sessions of which only the store has everything')
    .option('--yes', 'remove them; without it they are only listed')
    .option('--dry-run', 'preview only, even with --yes')
    .addHelpText('after', '\nExamples:\n  strata tag 4f2a --name ephemeral/trial   this session expires\n  strata expire --max-size 5GB')
    .action(({ maxSize, ephemeralDays, onlyCopies, yes, dryRun }: Options) =>
      run.withEngine(async (strata) => {
        const { ask, json, terminal } = strata
        const plan = await ask('expiry.plan', {
          ...(maxSize === undefined ? {} : { maxBytes: maxSize }),
          ...(ephemeralDays === undefined ? {} : { ephemeralDays }),
          onlyCopies: onlyCopies === true,
        })
        const isDone = yes === true && dryRun !== true && plan.sessions.length > 0
        const removed = isDone ? await carryOut(strata, plan) : []
        await terminal.print(json ? jsonText({ ...plan, dryRun: !isDone, removed }) : planText(plan, terminal))
        if (!json && plan.sessions.length > 0)
          await terminal.print(
            isDone
              ? removedText(removed.length, plan.sessions.length)
              : 'Nothing was removed. To remove them: the same command with --yes\n',
          )
        return isDone && removed.length < plan.sessions.length ? exitCodes.faults : undefined
      }),
    )
