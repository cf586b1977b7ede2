/** All sample files of the demo, by their path below `samples/projects`. */
import type { Conversation } from '../support/conversation.ts'
import { cacheOrPoll } from './harbor-board/cache-or-poll.ts'
import { fixMidnightTimes } from './harbor-board/fix-midnight-times.ts'
import { offlineMode } from './harbor-board/offline-mode.ts'
import { releaseNotes } from './harbor-board/release-notes.ts'
import { reviewAccessibility } from './harbor-board/review-accessibility.ts'
import { twoLayouts } from './harbor-board/two-layouts.ts'
import { commandsAndShell } from './pocket-ledger/commands-and-shell.ts'
import { flakySync } from './pocket-ledger/flaky-sync.ts'
import { importBankCsv } from './pocket-ledger/import-bank-csv.ts'
import { killedMigration } from './pocket-ledger/killed-migration.ts'
import { nightlyAudit } from './pocket-ledger/nightly-audit.ts'
import { frostDates } from './seedling/frost-dates.ts'
import { oneQuestion, sowingCalendar } from './seedling/sowing-calendar.ts'

const stories: readonly (() => readonly Conversation[])[] = [
  fixMidnightTimes,
  reviewAccessibility,
  cacheOrPoll,
  twoLayouts,
  offlineMode,
  releaseNotes,
  importBankCsv,
  flakySync,
  commandsAndShell,
  nightlyAudit,
  killedMigration,
  frostDates,
  oneQuestion,
]

export function sampleFiles(): ReadonlyMap<string, Buffer> {
  const told = stories.flatMap((story) => story()).flatMap((talk) => [...talk.files()])
  return new Map([...told, ...sowingCalendar()].sort(([a], [b]) => (a < b ? -1 : 1)))
}
