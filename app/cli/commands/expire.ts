/** strata expire: removes ephemeral and the least recently used sessions, after it listed them. */
import type { ExpiryPlan } from '../../contract/gc.ts'
import { countOf } from '../../model/format/count.ts'
import { jsonText } from '../text/failure-text.ts'
import { bytesText, timeText } from '../text/format.ts'
import { printableLine } from '../text/printable.ts'
import { printTable } from '../text/print-table.ts'
import type { Strata } from '../run-with-engine.ts'
import type { Terminal } from '../terminal.ts'
import { byteCount, dayCount, type DefineCommand } from './command.ts'

interface Options {
  readonly maxSize?: number
  readonly ephemeralDays?: number
  readonly onlyCopies?: boolean
  readonly yes?: boolean
  readonly dryRun?: boolean
}

const whyTexts = { ephemeral: 'ephemeral', size: 'least recently used' } as const

const keptText = ({ kept }: ExpiryPlan): string => {
  const held = kept.filter(({ why }) => why === 'held').length
  const copies = kept.length - held
  return [
    held === 0 ? '' : `${countOf(held, 'session')} kept: a pin, a name or another session needs them.\n`,
    copies === 0
      ? ''
      : `${countOf(copies, 'session')} kept: not all of their files are on this machine, so this store may have the only copy. To include them: --only-copies\n`,
  ].join('')
}

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

/** Names of ephemeral sessions go with them; nothing else holds these sessions. */
const carryOut = async ({ ask, finish }: Strata, { sessions }: ExpiryPlan): Promise<void> => {
  for (const why of ['ephemeral', 'size'] as const) {
    const ids = sessions.filter((session) => session.why === why).map(({ sessionId }) => sessionId)
    for (let at = 0; at < ids.length; at += 10_000)
      await finish(() => ask('removal.start', { sessions: ids.slice(at, at + 10_000), dryRun: false, force: why === 'ephemeral' }))
  }
  await finish(() => ask('gc.start', { dryRun: false }))
}

export const expireCommand: DefineCommand = (command, run) =>
  command
    .option('--max-size <size>', 'size limit of the packs, for example 5GB (default: strata settings max-size)', byteCount)
    .option('--ephemeral-days <n>', 'days without use after which ephemeral sessions go (default: strata settings)', dayCount)
    .option('--only-copies', 'also sessions whose files are not all on this machine')
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
        const isRemoved = yes === true && dryRun !== true && plan.sessions.length > 0
        if (isRemoved) await carryOut(strata, plan)
        await terminal.print(json ? jsonText({ ...plan, dryRun: !isRemoved }) : planText(plan, terminal))
        if (!json && plan.sessions.length > 0)
          await terminal.print(isRemoved ? 'Removed.\n' : 'Nothing was removed. To remove them: the same command with --yes\n')
        return undefined
      }),
    )
