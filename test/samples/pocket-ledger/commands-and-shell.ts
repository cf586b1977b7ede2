/** What people type besides prompts: slash commands, shell commands after "!", a skill, an editor's selection, reminders. */
import type { Conversation } from '../../support/conversation.ts'
import { smallTurns, titled, turn } from '../story.ts'
import { ledgerDir, ledgerTalk } from './scene.ts'

const contextTable = `## Context Usage

| Category | Tokens | Percentage |
|---|---|---|
| System prompt | 3.1k | 1.6% |
| Tools | 11.8k | 5.9% |
| Messages | 8.4k | 4.2% |
| Free space | 176.7k | 88.3% |`

const migration = `-- Who booked what, and when it was changed.
ALTER TABLE bookings ADD COLUMN changed_by TEXT NOT NULL DEFAULT 'import';
ALTER TABLE bookings ADD COLUMN changed_at TEXT NOT NULL DEFAULT '';
CREATE INDEX bookings_changed_at ON bookings (changed_at);
`

function usesASkill(talk: Conversation): void {
  talk
    .thinks('There is a skill for migrations in this repository. Use it.')
    .calls('Skill', { skill: 'migration' })
    .result('last', 'Launching skill: migration', { toolUseResult: { success: true, commandName: 'migration' } })
    .meta(`Base directory for this skill: ${ledgerDir}/.claude/skills/migration\n\n# Migration\n\nNumber the file after the last one, write up and down, try both on a copy of the books.`, { asBlocks: true })
    .writes('migrations/0014_audit.up.sql', migration)
    .writes('migrations/0014_audit.down.sql', 'ALTER TABLE bookings DROP COLUMN changed_by;\nALTER TABLE bookings DROP COLUMN changed_at;\nDROP INDEX bookings_changed_at;\n')
    .runs('./scripts/try-migration.sh 0014', 'up    0.08 s\ndown  Exit code 1: cannot drop column "changed_at": used by index bookings_changed_at', { error: true, after: 2_800 })
    .agent('The way back fails: the index has to go *before* its column.')
    .writes('migrations/0014_audit.down.sql', 'DROP INDEX bookings_changed_at;\nALTER TABLE bookings DROP COLUMN changed_at;\nALTER TABLE bookings DROP COLUMN changed_by;\n')
    .runs('./scripts/try-migration.sh 0014', 'up    0.08 s\ndown  0.06 s\nup    0.07 s\nbooks equal', { after: 3_000 })
    .agent('Migration 14 goes up, down and up again, and the copy of the books is equal afterwards.')
}

const screens = [
  { prompt: 'Where does the auditor see it?', reply: 'Nowhere yet. The data is there; the page of a booking needs a line like\n\n> changed by **dana** on 2 February 2026, 10:04\n\nShall I add it?' },
  { prompt: 'Yes, small and grey.', command: "go test ./web -run BookingPage", output: 'ok  \tpocketledger/web\t0.611s', reply: 'Added to `web/booking.html`, in the grey of the other notes. Old bookings say *before 2 Feb 2026*.' },
] as const

export function commandsAndShell(): readonly Conversation[] {
  const talk = ledgerTalk('commands-and-shell', 'feature/audit', { start: '2026-02-02T09:00:05.000Z', model: 'claude-sonnet-4-5-20250929' })
  talk.command('/model', 'sonnet', 'Set model to sonnet (claude-sonnet-4-5-20250929)')
  talk.bash('git status --short', ' M books/booking.go')
  turn(talk, 'The auditor wants to see who changed a booking and when. Which tables are affected?', () => {
    talk
      .parallel([
        { tool: 'Glob', input: { pattern: 'migrations/*.sql' }, result: 'migrations/0012_accounts.up.sql\nmigrations/0013_rates.up.sql' },
        { tool: 'Grep', input: { pattern: 'UPDATE bookings', path: 'books' }, result: 'books/booking.go:88:UPDATE bookings SET text = ?\nbooks/booking.go:121:UPDATE bookings SET account = ?' },
      ])
      .agent('Only `bookings`: it is the one table with updates, in two places of `books/booking.go` (lines 88 and 121). All others are written once.')
  })
  turn(talk, `<ide_selection>The user selected the lines 80 to 95 from ${ledgerDir}/books/booking.go:\nfunc (b *Books) Rename(id int64, text string) error {</ide_selection>\nHow do I get the user here? This function has no request.`, () =>
    talk.agent('Through the `Books` value: `books.As(user)` returns a copy that carries the name. Then `Rename` needs no further parameter, and the importer uses `books.As("import")`.'),
  )
  turn(talk, 'Do it with a migration.', () => usesASkill(talk))
  talk.meta('<system-reminder>\nThe task list is empty. If the work has several steps, consider keeping one. Do not mention this to the user.\n</system-reminder>')
  talk.command('/context', '', contextTable)
  talk.command('/review-sql', 'migrations/0014_audit.up.sql', undefined, { body: 'Review the SQL of migrations/0014_audit.up.sql. Look at locks, defaults and the size of the table. Answer with a list.' })
  talk
    .thinks('Defaults are constant, so the rewrite is avoided. Index on a text date is fine.')
    .reads('migrations/0014_audit.up.sql')
    .agent('1. **Locks**: `ADD COLUMN` with a constant default does not rewrite the table; a few milliseconds.\n2. **Defaults**: `changed_at` is empty for old rows. Say so on the screen: *before 2 Feb 2026*.\n3. **Size**: 61,000 rows; the index adds about 2 MB.\n\nNothing to object.')
  talk.bash('make migrate', 'migrating 0014_audit.up.sql ... done', '')
  talk.bash('make lint', '', 'books/booking.go:88:2: error return value not checked')
  turn(talk, 'Fix the linter complaint please.', () => {
    talk
      .reads('books/booking.go', 'func (b *Books) Rename(id int64, text string) error {\n\tb.db.Exec("UPDATE bookings SET text = ?, changed_by = ? WHERE id = ?", text, b.user, id)\n\treturn nil\n}\n')
      .edits('books/booking.go', '\tb.db.Exec("UPDATE bookings SET text = ?, changed_by = ? WHERE id = ?", text, b.user, id)\n\treturn nil', '\t_, err := b.db.Exec("UPDATE bookings SET text = ?, changed_by = ? WHERE id = ?", text, b.user, id)\n\treturn err')
      .agent('Fixed, and it was a real one: a failing update went unnoticed.')
  })
  smallTurns(talk, screens)
  titled(talk, 'Audit trail for bookings')
  talk.command('/exit', '', 'See you!')
  return [talk]
}
