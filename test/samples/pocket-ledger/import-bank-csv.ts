/** Client 2.1.42: a sub-agent known only from progress records, hooks, tasks, steering, a micro and a whole compaction. */
import type { Conversation } from '../../support/conversation.ts'
import type { Fields } from '../../support/transcript/session.ts'
import { smallTurns, titled, turn, until, uuidOf } from '../story.ts'
import { ledgerDir, ledgerTalk, parserSource } from './scene.ts'

function progress(talk: Conversation, data: Fields, toolUseID: string): void {
  talk.row({ type: 'progress', data, toolUseID, parentToolUseID: toolUseID })
}

function afterEdit(talk: Conversation): void {
  progress(talk, { type: 'hook_progress', hookEvent: 'PostToolUse', hookName: 'PostToolUse:Edit', command: 'gofmt -l .' }, uuidOf(`hook ${talk.lastUuid}`))
}

function stops(talk: Conversation): void {
  const hookInfos = [{ command: './scripts/notify-desktop.sh' }]
  talk.row({ type: 'system', subtype: 'stop_hook_summary', hookCount: 1, hookInfos, hookErrors: [], preventedContinuation: false, stopReason: '', hasOutput: false, level: 'suggestion', toolUseID: uuidOf(`stop ${talk.lastUuid}`) })
}

function task(talk: Conversation, id: string, subject: string): void {
  talk.calls('TaskCreate', { subject, description: subject, activeForm: subject })
  talk.result('last', `Task #${id} created successfully: ${subject}`, { toolUseResult: { task: { id, subject } } })
}

function taskDone(talk: Conversation, taskId: string): void {
  talk.calls('TaskUpdate', { taskId, status: 'completed' })
  const statusChange = { from: 'in_progress', to: 'completed' }
  talk.result('last', `Updated task #${taskId} status`, { toolUseResult: { success: true, taskId, updatedFields: ['status'], statusChange } })
}

const report = `Three kinds of files in \`testdata/statements\`:

| bank | separator | charset | amount |
|---|---|---|---|
| savings bank | \`;\` | Windows-1252 | \`-1.234,56\` |
| cooperative bank | \`;\` | UTF-8 with BOM | \`1234,56-\` |
| online bank | \`,\` | UTF-8 | \`-1234.56\` |

The parser understands only the first, and there it turns \`1.234,56\` into 1.234 (thousands dot).`

function surveys(talk: Conversation): void {
  talk
    .thinks('Before changing the parser I want to know which formats exist. There are forty statements in testdata; a sub-agent can read them without filling this context.')
    .agent('I let a sub-agent read the forty statements, so that they do not fill up our conversation.')
    .subagent({ layout: 'progress', type: 'Explore', description: 'Survey the statements', prompt: 'Read the files in testdata/statements. Which separators, charsets and amount notations occur? Answer as a table.' }, (agent) =>
      agent
        .parallel([
          { tool: 'Bash', input: { command: 'ls testdata/statements | wc -l; file -b testdata/statements/* | sort | uniq -c' }, result: '40\n     22 ISO-8859 text\n     11 CSV text, UTF-8 (with BOM)\n      7 CSV text, ASCII' },
          { tool: 'Grep', input: { pattern: '[0-9]-$', path: 'testdata/statements', output_mode: 'files_with_matches' }, result: 'testdata/statements/coop-2025-11.csv\ntestdata/statements/coop-2025-12.csv' },
        ])
        .thinks('The cooperative bank writes the sign behind the number.')
        .runs('head -2 testdata/statements/coop-2025-12.csv', '\uFEFFBuchungstag;Name;Zweck;Betrag\n01.12.2025;Stadtwerke;Abschlag Dezember;1234,56-')
        .agent(report),
    )
    .calls('mcp__tracker__get_issue', { id: 'LEDGER-31' })
  const call = talk.lastCallId
  progress(talk, { type: 'mcp_progress', status: 'started', serverName: 'tracker', toolName: 'get_issue' }, call)
  progress(talk, { type: 'mcp_progress', status: 'completed', serverName: 'tracker', toolName: 'get_issue', elapsedTimeMs: 412 }, call)
  talk.result('last', [{ type: 'text', text: '{"id":"LEDGER-31","title":"Statements of the cooperative bank","state":"open"}' }])
  talk.agent('So there are three formats, and one quiet mistake in the format that we already read: `1.234,56` becomes **1.23 €**. I would fix that first.')
}

const centsFix = `func cents(text string) (int64, error) {
	sign := int64(1)
	if rest, ok := strings.CutSuffix(text, "-"); ok {
		text, sign = rest, -1
	}
	digits := strings.NewReplacer(".", "", ",", "").Replace(text)
	value, err := strconv.ParseInt(digits, 10, 64)
	return sign * value, err
}`

function fixesAmounts(talk: Conversation): void {
  task(talk, '1', 'Read amounts without floating point')
  task(talk, '2', 'Recognise the bank by its header line')
  talk
    .reads('bankcsv/parse.go', parserSource)
    .thinks('ParseFloat*100 also truncates: 19.99*100 = 1998.9999. Work with digits only.')
    .edits('bankcsv/parse.go', 'func cents(text string) (int64, error) {\n\tvalue, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64)\n\treturn int64(value * 100), err\n}', centsFix)
  afterEdit(talk)
  talk.calls('Bash', { command: 'go test ./bankcsv/...', description: 'Tests of the parser' })
  const call = talk.lastCallId
  progress(talk, { type: 'bash_progress', output: '', fullOutput: '', elapsedTimeSeconds: 2, totalLines: 0 }, call)
  progress(talk, { type: 'bash_progress', output: '=== RUN TestCents', fullOutput: '=== RUN TestCents', elapsedTimeSeconds: 4, totalLines: 1 }, call)
  talk.result('last', 'ok  \tpocketledger/bankcsv\t0.214s', { after: 4_600 })
  taskDone(talk, '1')
  talk.agent('Amounts are read digit by digit now. That also cures a second mistake: `19,99` used to become 1998 cents, because `19.99 * 100` is a little less than 1999.')
}

function recognisesBanks(talk: Conversation): void {
  talk
    .thinks('A table of banks: header line -> comma, decoder, columns.')
    .writes('bankcsv/bank.go', `package bankcsv

// bank says how one bank writes its statements. The header line tells which one it is.
type bank struct {
	name   string
	header string
	comma  rune
	latin1 bool
}

var banks = []bank{
	{"savings", "Buchungstag;Beguenstigter;Verwendungszweck;Betrag", ';', true},
	{"coop", "Buchungstag;Name;Zweck;Betrag", ';', false},
	{"online", "date,payee,reference,amount", ',', false},
}
`)
  afterEdit(talk)
  talk.queued('the online bank has the columns in another order since January, see testdata/statements/online-2026-01.csv')
  talk
    .runs('head -1 testdata/statements/online-2026-01.csv', 'date,amount,payee,reference')
    .agent('Thanks for the hint: so the columns belong in the table as well, not only the separator.')
    .edits('bankcsv/bank.go', '{"online", "date,payee,reference,amount", \',\', false},', '{"online", "date,payee,reference,amount", \',\', false},\n\t{"online since 2026", "date,amount,payee,reference", \',\', false},')
  talk.microcompacts(18_400, [uuidOf('cleared call').slice(0, 12)])
  talk.runs('go test ./...', 'ok  \tpocketledger/bankcsv\t0.231s\nok  \tpocketledger/books\t0.412s\nok  \tpocketledger/web\t1.020s', { after: 9_000 })
  taskDone(talk, '2')
  talk.agent('Four headers, four ways to read. An unknown header gives an error that lists the known ones, instead of garbage in the books.')
}

const summary = `1. Primary request:
   Import statements of three banks into the ledger (LEDGER-31).

2. State:
   - bankcsv/parse.go: amounts digit by digit, sign before or behind
   - bankcsv/bank.go: table of banks, recognised by the header line (savings, coop, online, online since 2026)
   - all tests green

3. Still to do:
   - duplicates: the savings bank exports overlap by three days
   - the command: ledger import FILE...

4. Facts learned:
   - 40 sample statements in testdata/statements; the savings bank writes Windows-1252
   - dates are local, without time`

function handlesOverlap(talk: Conversation): void {
  talk
    .thinks('Identify a booking by date, payee, amount and position among equals that day. A hash of these is stable across exports.')
    .writes('bankcsv/identity.go', `package bankcsv

import (
	"crypto/sha256"
	"fmt"
)

// Identify gives every booking a name that is the same in each export that holds it.
// Two equal bookings of one day get different names by their order.
func Identify(bookings []Booking) []string {
	seen := map[string]int{}
	names := make([]string, len(bookings))
	for i, b := range bookings {
		key := fmt.Sprintf("%s|%s|%s|%d", b.Date.Format("2006-01-02"), b.Payee, b.Text, b.Amount)
		seen[key]++
		names[i] = fmt.Sprintf("%x", sha256.Sum256([]byte(fmt.Sprintf("%s|%d", key, seen[key]))))[:16]
	}
	return names
}
`)
    .runs('go test ./bankcsv -run Overlap -v', '=== RUN   TestOverlap\n    overlap_test.go:22: 61 bookings in two files, 58 after import\n--- PASS: TestOverlap (0.01s)', { after: 3_300 })
    .agent('Overlapping exports are no problem any more: 61 bookings in two files, 58 in the books, because three days occur twice.')
}

const treasurer = [
  { prompt: 'The treasurer sends a file that ends in the middle of a line. What happens?', command: 'go run ./cmd/try testdata/broken/cut.csv', output: 'cut.csv: line 18: wrong number of fields', fails: true, reply: 'Nothing is imported, and the message names line 18. A statement is taken as a whole or not at all.' },
  { prompt: 'Good. And umlauts from the savings bank?', thought: 'Windows-1252. x/text/encoding/charmap.', command: "go test ./bankcsv -run Umlaut -v", output: '--- PASS: TestUmlaut (0.00s)', reply: 'They arrive as they should: "Müller & Söhne" is in the test. Windows-1252, not Latin 1, because of the euro sign.' },
  { prompt: 'Can amounts of zero occur?', command: "grep -c ';0,00$' testdata/statements/*.csv | grep -v ':0'", output: 'testdata/statements/savings-2025-12.csv:1', reply: 'Once, in December: a text line of the bank about new conditions. It is imported like any other booking.' },
] as const

export function importBankCsv(): readonly Conversation[] {
  const talk = ledgerTalk('import-bank-csv', 'feature/statements', { start: '2026-01-15T17:31:44.000Z' })
  progress(talk, { type: 'hook_progress', hookEvent: 'SessionStart', hookName: 'SessionStart:startup', command: './scripts/greet.sh' }, uuidOf('ledger start hook'))
  turn(talk, 'LEDGER-31: the treasurer wants to import the statements of all three banks. At the moment only the savings bank works. What is missing?', () => {
    surveys(talk)
    stops(talk)
  })
  turn(talk, 'Uh, that amount thing is bad. Fix that first, then the banks.', () => {
    fixesAmounts(talk)
    recognisesBanks(talk)
    stops(talk)
  })
  smallTurns(talk, treasurer, 26_000)
  talk.compacts({ trigger: 'auto', summary })
  turn(talk, 'Now the overlap. The savings bank always exports three days too many.', () => handlesOverlap(talk))
  titled(talk, 'Import statements of three banks')
  until(talk, '2026-01-16T06:55:00.000Z')
  turn(talk, 'Last thing: the command. `ledger import FILE...`, and it should say what it skipped.', () => {
    talk
      .reads('cmd/ledger/main.go', 'package main\n\nfunc main() {\n\tserve()\n}\n')
      .edits('cmd/ledger/main.go', '\tserve()', '\tif len(os.Args) > 2 && os.Args[1] == "import" {\n\t\timportFiles(os.Args[2:])\n\t\treturn\n\t}\n\tserve()')
      .runs('go run ./cmd/ledger import testdata/statements/savings-2025-1*.csv', 'savings-2025-11.csv  34 bookings, 34 new\nsavings-2025-12.csv  27 bookings, 24 new, 3 known', { after: 5_100 })
      .agent(`It imports and says what it knew already:

\`\`\`
savings-2025-11.csv  34 bookings, 34 new
savings-2025-12.csv  27 bookings, 24 new, 3 known
\`\`\`

Everything is in ${ledgerDir.split('/').at(-1) ?? ''} on \`feature/statements\`, ready for review.`)
    stops(talk)
  })
  return [talk]
}
