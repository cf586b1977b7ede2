/** Everything that goes wrong: failing tools, a refused call, interruptions, an overloaded API, a broken line in the file. */
import type { Conversation } from '../../support/conversation.ts'
import { smallTurns, titled, turn } from '../story.ts'
import { ledgerDir, ledgerTalk, syncSource } from './scene.ts'

function searches(talk: Conversation): void {
  talk
    .thinks('TestSyncAll fails about once in twenty runs. Reproduce with -count and -race.')
    .calls('Read', { file_path: `${ledgerDir}/sync/runner.go` })
    .result('last', `<tool_use_error>File does not exist. Current directory: ${ledgerDir}</tool_use_error>`, { error: true })
    .reads('sync/run.go', syncSource)
    .runs('go test ./sync -run TestSyncAll -count 40 -race', 'Exit code 1\n--- FAIL: TestSyncAll (10.01s)\n    sync_test.go:41: context deadline exceeded\nFAIL', { error: true, after: 48_000 })
    .thinks('`ctx` is shadowed inside the loop: each account gets the context of the one before, so all timeouts start with the first account. And the defers pile up until the end.')
    .agent('Found it. In the loop `ctx` is **shadowed**: every account inherits the deadline of the one before. The fourth account has only what is left of the first ten seconds.')
}

function triesToFix(talk: Conversation): void {
  talk
    .calls('Edit', { file_path: `${ledgerDir}/sync/run.go`, old_string: 'ctx, cancel = context', new_string: 'accountCtx, cancel := context' })
    .result('last', '<tool_use_error>String to replace not found in file.\nString: ctx, cancel = context</tool_use_error>', { error: true })
    .edits('sync/run.go', '\t\tctx, cancel := context.WithTimeout(ctx, 10*time.Second)\n\t\tdefer cancel()\n\t\tif err := s.fetch(ctx, account); err != nil {\n\t\t\treturn err\n\t\t}', '\t\tif err := s.fetchOne(ctx, account); err != nil {\n\t\t\treturn err\n\t\t}')
    .edits('sync/run.go', '\treturn nil\n}\n', '\treturn nil\n}\n\n// Each account has its own ten seconds.\nfunc (s *Syncer) fetchOne(ctx context.Context, account Account) error {\n\tctx, cancel := context.WithTimeout(ctx, 10*time.Second)\n\tdefer cancel()\n\treturn s.fetch(ctx, account)\n}\n')
    .calls('Frobnicate', { path: 'sync' })
    .result('last', '<tool_use_error>Error: No such tool available: Frobnicate</tool_use_error>', { error: true })
    .calls('Bash', { command: 'git push --force origin main', description: 'Push' })
    .result('last', "The user refused this call and asked for a change of plan.", { error: true, toolUseResult: 'User rejected tool use' })
}

const afterwards = [
  { prompt: 'Shorter. Two sentences.', reply: '> `ctx` was shadowed in the loop, so every account inherited what was left of the first one\'s ten seconds. Each account has its own timeout now.' },
  { prompt: 'Is the same mistake anywhere else?', command: 'go vet -vettool=$(which shadow) ./...', output: 'web/server.go:61:3: declaration of "ctx" shadows declaration at line 54', fails: true, reply: 'Once more in `web/server.go:61`, but there it is harmless: no loop. I would rename it anyway.' },
  { prompt: 'Rename it.', command: "sed -i '61s/ctx/requestCtx/' web/server.go && go build ./...", output: '', reply: 'Renamed; it builds.' },
] as const

export function flakySync(): readonly Conversation[] {
  const talk = ledgerTalk('flaky-sync', 'fix/flaky-sync', { start: '2026-01-22T10:10:00.000Z' })
  turn(talk, 'TestSyncAll fails in CI about once a day. Find the reason, do not just raise the timeout.', () => searches(talk))
  turn(talk, 'Of course. Fix it.', () => {
    triesToFix(talk)
    talk.interrupt()
  })
  turn(talk, 'Never push to main by force! Open a branch instead.', () => {
    talk
      .thinks('Right. A branch, no force.')
      .agent('You are right, that was a mistake: a push to `main` was not asked for at all. I use the branch we are on.')
      .runs('git push -u origin fix/flaky-sync', "Exit code 128\nfatal: unable to access 'origin': Could not resolve host", { error: true, after: 20_000 })
      .apiError('API Error: 529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}')
  })
  talk.raw(`{"parentUuid":"${talk.lastUuid}","isSidechain":false,"userType":"external","cwd":"${ledgerDir}","sessionId":"${talk.sessionId}","ver`)
  turn(talk, 'continue', () => {
    talk
      .row({ type: 'system', subtype: 'api_error', level: 'error', error: { status: 529, error: { type: 'overloaded_error', message: 'Overloaded' } }, retryInMs: 1_120, retryAttempt: 1, maxRetries: 10 })
      .apiError('API Error: Request timed out.')
      .user('Continue from where you left off.', { isMeta: true })
      .runs('git push -u origin fix/flaky-sync', "branch 'fix/flaky-sync' set up to track 'origin/fix/flaky-sync'", { after: 3_000 })
      .agent('The network is back and the branch is pushed. Nothing was lost: the commit was made before the first try.')
  })
  turn(talk, 'Run it two hundred times to be sure', () => {
    talk.calls('Bash', { command: 'go test ./sync -run TestSyncAll -count 200 -race', description: 'Two hundred runs', timeout: 600_000 })
    talk.wait(95_000)
    talk.interrupt()
  })
  turn(talk, 'Fifty are enough, my laptop is getting hot.', () => {
    talk
      .runs('go test ./sync -run TestSyncAll -count 50', 'ok  \tpocketledger/sync\t31.870s', { after: 33_000 })
      .agent('50 of 50 green, 0.64 s each. Before the fix, a failure was to be expected every twenty runs.')
  })
  titled(talk, 'Why TestSyncAll is flaky')
  turn(talk, 'Explain the cause in three sentences for the commit message.', () => {
    talk.agent('> Inside the loop `ctx` was shadowed by a context with a timeout, so each account started with the time that the accounts before it had left. With four slow accounts the last one ran out of time. Every account now gets its own ten seconds, in a function of its own so that the timers are freed early.')
    talk.interrupt()
  })
  return [smallTurns(talk, afterwards)]
}
