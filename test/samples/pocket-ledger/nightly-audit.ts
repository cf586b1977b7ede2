/** Background agents: two are started and reported on by notifications while the conversation goes on. */
import type { Conversation } from '../../support/conversation.ts'
import { opens, smallTurns, titled, turn } from '../story.ts'
import { ledgerDir, ledgerTalk } from './scene.ts'

const opus = ['claude-opus-4-5-20251101', 'Opus 4.5'] as const

function finished(talk: Conversation, taskId: string, summary: string, result: string): void {
  talk.notification(`<task-notification>\n<task-id>${taskId}</task-id>\n<status>completed</status>\n<summary>${summary}</summary>\n<result>${result}</result>\n</task-notification>`)
}

function balancesAccounts(agent: Conversation): void {
  agent
    .thinks('For each account: opening balance plus bookings must equal the bank\'s closing balance.')
    .runs('go run ./cmd/audit balances --year 2025', 'account 1200  ok\naccount 1210  ok\naccount 1220  off by 41,20\naccount 1800  ok', { after: 38_000 })
    .runs("sqlite3 books.db \"select date,payee,amount from bookings where account=1220 and abs(amount)=4120\"", '2025-06-30|Hausmeister Kern|-4120\n2025-06-30|Hausmeister Kern|-4120', { after: 900 })
    .agent('Account 1220 is off by **41.20 €**: the booking of 30 June 2025 to "Hausmeister Kern" is there twice. The statement has it once.')
}

function looksForReceipts(agent: Conversation): void {
  agent
    .calls('Bash', { command: 'go run ./cmd/audit receipts --missing' })
    .result('last', '7 bookings above 150,00 have no receipt', { after: 52_000 })
    .parallel([
      { tool: 'Bash', input: { command: 'ls receipts/2025 | wc -l' }, result: '214' },
      { tool: 'Grep', input: { pattern: 'Kern', path: 'receipts/index.csv' }, result: 'receipts/index.csv:88:2025-06-30;Kern;41,20' },
    ])
    .agent('Seven bookings above 150 € have no receipt; five of them are insurance premiums, which are in the folder of 2024.')
}

const closing = [
  { prompt: 'Make me a checklist for Thursday.', thought: '', reply: '- [x] accounts balance\n- [x] duplicate reversed (60112)\n- [ ] receipt of the caretaker, 30 June\n- [ ] receipt of the locksmith, 12 August\n- [ ] folder 2024 with the insurance premiums\n- [ ] access for the auditor: read only, until Friday' },
  { prompt: 'Create the access now, it must end by itself.', command: 'go run ./cmd/ledger grant auditor --read-only --until 2026-02-27', output: 'auditor: read only until 2026-02-27 23:59', reply: 'The access is there and ends on **27 February** by itself.' },
] as const

export function nightlyAudit(): readonly Conversation[] {
  const talk = ledgerTalk('nightly-audit', 'main', { version: '2.1.330', start: '2026-02-19T18:40:00.000Z' })
  turn(talk, 'The audit is next week. Check in the background whether all accounts balance and whether receipts are missing. Meanwhile I have questions.', () => {
    opens(talk, { cwd: ledgerDir, branch: 'main', model: opus, commits: '71d0a3e Audit trail for bookings\n2b9c4f1 Import statements of three banks' })
    talk
      .agent('I start two agents in the background.')
      .subagents([
        { type: 'general-purpose', description: 'Balance all accounts', prompt: 'Check every account of 2025 against its bank statements. Explain differences.', background: true, agentId: 'a51c09be27d4f8e36', build: balancesAccounts },
        { type: 'general-purpose', model: 'claude-haiku-4-5-20251001', description: 'Missing receipts', prompt: 'Find bookings of 2025 above 150 € without a receipt and say where it may be.', background: true, agentId: 'a8e2f7730b1d94c5a', build: looksForReceipts },
      ])
      .agent('Both are running. What are your questions?')
  })
  turn(talk, 'How long do we have to keep receipts?', () => talk.agent('Eight years for receipts since 2025, ten for the books themselves. Please have the treasurer confirm that; I am not a lawyer.'))
  talk.wait(21_000)
  finished(talk, 'a51c09be27d4f8e36', 'Agent "Balance all accounts" completed', 'Account 1220 is off by 41.20: a booking of 30 June is there twice.')
  talk
    .block({ type: 'redacted_thinking', data: Buffer.from('not to be read '.repeat(12)).toString('base64') })
    .thinks('The first agent is done. One duplicate. Report shortly, the user has further questions.')
    .agent('The first agent is through: all accounts balance except **1220**, where the booking of 30 June to the caretaker is there twice (41.20 €).')
  talk.wait(9_000)
  finished(talk, 'a8e2f7730b1d94c5a', 'Agent "Missing receipts" completed', 'Seven bookings without receipt, five are insurance premiums.')
  talk.agent('And the second: **seven** bookings without a receipt. Five are insurance premiums whose receipts lie in the folder of 2024; the other two are the caretaker and a locksmith.')
  titled(talk, 'Preparing the audit of 2025')
  turn(talk, 'Remove the duplicate, with a reversing entry, not by deleting.', () => {
    talk
      .runs('go run ./cmd/ledger reverse --date 2025-06-30 --payee "Hausmeister Kern" --amount -41.20 --reason "imported twice"', 'booking 60112 reverses 58790', { description: 'Reverse the duplicate' })
      .runs('go run ./cmd/audit balances --year 2025', 'account 1200  ok\naccount 1210  ok\naccount 1220  ok\naccount 1800  ok', { after: 36_000 })
      .agent('Booking **60112** reverses the duplicate, with the reason *imported twice*. All four accounts balance now.')
  })
  return [smallTurns(talk, closing)]
}
