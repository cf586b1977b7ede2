/** Two sessions that were killed: one was taken up again in the same file, of the other half a line is the end. */
import type { Conversation } from '../../support/conversation.ts'
import { opens, smallTurns, titled, turn, until } from '../story.ts'
import { ledgerDir, ledgerTalk } from './scene.ts'

const scene = { cwd: ledgerDir, branch: 'feature/postgres', model: ['claude-opus-4-5-20251101', 'Opus 4.5'], commits: '71d0a3e Audit trail for bookings' } as const

const plan = `The move from SQLite to PostgreSQL in four steps, each of which can be undone:

1. write the schema for both (\`migrations/\` gets a folder per database)
2. copy the books with \`cmd/move\`, compare the sums per account
3. run both for a week, read from SQLite
4. switch reading over

The delicate point is step 2: dates are text in SQLite. I would copy into a table of text first and convert there, so that a bad date shows up as a row and not as an aborted copy.`

const nextSteps = [
  { prompt: 'Any bad dates?', command: "psql -tc \"select day, count(*) from bookings_text where day !~ '^\\d{4}-\\d\\d-\\d\\d$' group by 1\" ledger_copy", output: ' 2019-2-29 |     2', reply: 'Two bookings on **29 February 2019**, a day that did not exist. SQLite did not mind. They belong to the import of 1 March, I would date them to that day.' },
  { prompt: 'Ask Dana before you change books. Write the question down.', reply: '> Dana, two bookings (8812, 8813) are dated 29 February 2019. The statement they come from is of 1 March 2019. May we date them to 1 March, with a note?' },
  { prompt: 'She says yes. Go.', command: 'go run ./cmd/ledger redate 8812 8813 --to 2019-03-01 --reason "day did not exist"', output: '8812: 2019-02-29 -> 2019-03-01\n8813: 2019-02-29 -> 2019-03-01', reply: 'Both are dated 1 March 2019, with the reason in the audit trail.' },
] as const

function takenUp(): Conversation {
  const talk = ledgerTalk('move-to-postgres', 'feature/postgres', { version: '2.1.330', start: '2026-02-24T14:02:00.000Z' })
  turn(talk, 'We outgrow SQLite: three people booking at the same time lock each other. Plan the move to PostgreSQL.', () => {
    opens(talk, scene)
    talk.thinks('Small data, 61k bookings. The plan must allow going back.').agent(plan)
  })
  titled(talk, 'Move the books to PostgreSQL')
  turn(talk, 'Good plan. Do step 2 on the copy, compare the sums.', () => {
    talk
      .agent('I copy into the test database.')
      .runs('createdb ledger_copy && psql -q ledger_copy -f migrations/postgres/0001.sql', '', { after: 3_100 })
      .calls('Bash', { command: 'go run ./cmd/move --from books.db --to postgres:///ledger_copy', description: 'Copy all bookings', timeout: 900_000 })
  })
  until(talk, '2026-02-25T08:11:00.000Z')
  talk.resume()
  turn(talk, 'My laptop ran out of battery. Did the copy finish?', () => {
    talk
      .thinks('The result of the call is unknown. Look at the database instead of assuming.')
      .agent('I cannot know from here, the result was never recorded. So I look:')
      .runs("psql -tc 'select count(*), max(id) from bookings_text' ledger_copy", ' 38211 | 38211', { after: 800 })
      .runs("sqlite3 books.db 'select count(*), max(id) from bookings'", '61244|61244')
      .agent('It stopped at 38,211 of 61,244. The copy runs in batches of 1,000 in one transaction each, so the rows that are there are whole. I go on after the last id.')
      .runs('go run ./cmd/move --from books.db --to postgres:///ledger_copy --after 38211', 'copied 23033 bookings in 41.2 s\nsums: 4 accounts equal', { after: 42_000 })
      .agent('Finished: **61,244** bookings, and the sums of all four accounts are equal on both sides.')
  })
  return smallTurns(talk, nextSteps)
}

function neverTakenUp(): Conversation {
  const talk = ledgerTalk('load-test', 'feature/postgres', { version: '2.1.330', start: '2026-02-25T15:47:00.000Z' })
  turn(talk, 'How many people can book at the same time now? Measure, do not estimate.', () => {
    opens(talk, scene)
    talk
      .thinks('A load test with 1, 5, 20, 50 clients.')
      .writes('cmd/load/main.go', 'package main\n\n// Books with a number of clients at the same time and prints the slowest of a hundred.\nfunc main() {\n\trun(clientsFromArgs())\n}\n')
      .runs('go run ./cmd/load 1 5 20', ' 1 client    p99   4 ms\n 5 clients   p99   6 ms\n20 clients   p99  19 ms', { after: 31_000 })
  })
  talk.agent('Up to twenty clients the slowest of a hundred bookings takes 19 ms. Now fifty, which is more than the cooperative has members with a key.')
  talk.calls('Bash', { command: 'go run ./cmd/load 50', description: 'Fifty clients' })
  return talk.torn()
}

export function killedMigration(): readonly Conversation[] {
  return [takenUp(), neverTakenUp()]
}
