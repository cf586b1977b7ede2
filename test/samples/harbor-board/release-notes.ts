/** A run with -p in a build: hooks, queue records, the record of each API request, and the result at the end. */
import type { Conversation } from '../../support/conversation.ts'
import { hexOf, opens, uuidOf } from '../story.ts'
import { harborScene, harborTalk, sonnet } from './scene.ts'

const prompt = 'Write the release notes for v1.4.0 from the commits since v1.3.2 into CHANGELOG.md. For people in the harbour office, not for developers.'

const commits = `c27f0d4 Boats after midnight belong to tomorrow
9a1d2be A board that can be heard
5be01c7 Boards go on without a network
e6410f2 Ask the feed with If-None-Match
77c1b90 Update vite to 7.1
30aa4d8 Remove an unused font`

const notes = `## 1.4.0

**The boards no longer go black.** When the network fails they show the last known times and say how old they are.

- Boats after midnight are shown in the evening before.
- The board on the website can be used with a screen reader and with the keyboard.
- The boards ask the harbour feed for changes only; the load went down by 98 %.
`

const systemPrompt = 'You work in a repository on behalf of its owners. Use the tools you are given, say what you did, and ask when something is unclear.'

function hook(talk: Conversation, event: string, name: string, command: string, stdout: string): void {
  const attachment = { type: 'hook_success', hookName: name, toolUseID: uuidOf(`${talk.sessionId} ${name}`), hookEvent: event, content: stdout.trim(), stdout, stderr: '', exitCode: 0, command, durationMs: 31 }
  talk.attachment(attachment, `${name} hook success: ${stdout.trim()}`)
}

/** The client's own account of one API request: its shape and its new messages, each named by a hash. */
function request(talk: Conversation, number: number, messages: readonly string[]): void {
  const { sessionId } = talk
  const timestamp = talk.now.toISOString()
  const shapeHash = hexOf(`shape ${systemPrompt}`)
  const tools = ['Bash', 'Edit', 'Read', 'Write'].map((name) => ({ name, description: `The ${name} tool`, input_schema: { type: 'object' } }))
  const shape = { system: [{ type: 'text', text: systemPrompt }], tools }
  if (number === 1) talk.bookkeeping({ type: 'api-request-shape', sessionId, shapeHash, timestamp, version: talk.version, shape })
  for (const content of messages) talk.bookkeeping({ type: 'api-request-blob', sessionId, hash: hexOf(content), message: { role: 'user', content: [{ type: 'text', text: content }] } })
  const params = { model: sonnet[0], betas: ['claude-code-20250219'], max_tokens: 32_000, thinking: { type: 'adaptive' }, output_config: { effort: 'medium' } }
  const base = number === 1 ? {} : { base: uuidOf(`${sessionId} request ${String(number - 1)}`) }
  const id = uuidOf(`${sessionId} request ${String(number)}`)
  const known = { id, timestamp, version: talk.version, querySource: 'sdk', shapeHash, params, keep: number - 1 }
  talk.bookkeeping({ type: 'api-request', sessionId, ...known, tail: messages.map((content) => hexOf(content)), cacheControl: [], requestDigest: hexOf(`${id} digest`), ...base })
}

function writesTheNotes(talk: Conversation): void {
  request(talk, 1, [prompt])
  talk.bookkeeping({ type: 'tools-used', tools: ['Bash'], sessionId: talk.sessionId })
  talk
    .thinks('Read the commits, leave out what only developers notice.')
    .agent('I read the commits first.')
    .runs('git log --oneline v1.3.2..HEAD', commits, { description: 'Commits since the last release' })
  request(talk, 2, [commits])
  talk
    .thinks('Four of six matter to the office. The order by importance: offline, midnight, website, feed.')
    .reads('CHANGELOG.md', '# Changes\n\n## 1.3.2\n\n- The platform is shown in large type.\n')
    .edits('CHANGELOG.md', '# Changes\n', `# Changes\n\n${notes}`)
  const lint = { type: 'hook_additional_context', content: ['changelog: 1 new section, links ok'], hookName: 'PostToolUse:Edit', toolUseID: uuidOf('edit hook'), hookEvent: 'PostToolUse' }
  talk.attachment(lint, 'PostToolUse:Edit hook additional context: changelog: 1 new section, links ok')
  request(talk, 3, [notes])
  talk.meta('Stop hook feedback:\n- [./ci/check-notes.sh]: the section 1.4.0 has no date')
  talk.edits('CHANGELOG.md', '## 1.4.0', '## 1.4.0, 16 February 2026')
  talk.agent('`CHANGELOG.md` has a section for 1.4.0 with four entries. I left out the update of vite and the removed font: nobody in the office can see them.')
}

function closes(talk: Conversation, began: Date): void {
  const { sessionId } = talk
  const took = talk.now.getTime() - began.getTime()
  talk.row({ type: 'system', subtype: 'stop_hook_summary', hookCount: 1, hookInfos: [{ command: './ci/check-notes.sh', durationMs: 212 }], hookErrors: [], failedHookErrorIndexes: [], hookAdditionalContext: [], preventedContinuation: false, stopReason: '', hasOutput: true, level: 'suggestion', toolUseID: uuidOf('stop hook') })
  talk.bookkeeping({ type: 'last-prompt', lastPrompt: prompt, leafUuid: talk.lastUuid, sessionId })
  const modelUsage = { [sonnet[0]]: { inputTokens: 24, outputTokens: 1180, thinkingTokens: 0, cacheReadInputTokens: 51_220, cacheCreationInputTokens: 6_410, webSearchRequests: 0, costUSD: 0.0571 } }
  talk.bookkeeping({ type: 'cost-state', sessionId, totalCostUSD: 0.0571, totalAPIDuration: took - 900, totalAPIDurationWithoutRetries: took - 900, totalToolDuration: 640, totalLinesAdded: 8, totalLinesRemoved: 0, totalDuration: took, startTime: began.getTime(), modelUsage, hasUnknownModelCost: false })
  const usage = { input_tokens: 24, cache_creation_input_tokens: 6_410, cache_read_input_tokens: 51_220, output_tokens: 1180 }
  talk.bookkeeping({ type: 'result', subtype: 'success', is_error: false, duration_ms: took, duration_api_ms: took - 900, num_turns: 1, result: 'CHANGELOG.md has a section for 1.4.0.', session_id: sessionId, sessionId, total_cost_usd: 0.0571, usage, timestamp: talk.now.toISOString(), uuid: uuidOf(`${sessionId} result`) })
}

export function releaseNotes(): readonly Conversation[] {
  const talk = harborTalk('release-notes', 'main', { start: '2026-02-16T04:00:12.000Z', entrypoint: 'sdk-cli', model: sonnet[0] })
  const timestamp = talk.now.toISOString()
  talk.bookkeeping({ type: 'queue-operation', operation: 'enqueue', timestamp, sessionId: talk.sessionId, content: prompt })
  talk.bookkeeping({ type: 'queue-operation', operation: 'dequeue', timestamp, sessionId: talk.sessionId })
  hook(talk, 'SessionStart', 'SessionStart:startup', './ci/greet.sh', 'release build 412\n')
  talk.human(prompt, { after: 40 })
  const began = talk.now
  hook(talk, 'UserPromptSubmit', 'UserPromptSubmit', './ci/note-prompt.sh', 'branch main, tag v1.4.0 pending\n')
  opens(talk, harborScene('main', sonnet))
  const cliPrefix = 'You are a Claude agent.'
  talk.attachment({ type: 'prompt_snapshot', systemPrompt: [systemPrompt], cliPrefix, reminderFold: false, echoWireToolInputs: false, contextRendering: 'announced' })
  writesTheNotes(talk)
  closes(talk, began)
  return [talk]
}
