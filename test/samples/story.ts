/** What the sample stories have in common: how a session opens, how a turn goes, and what clients note beside it. */
import { createHash } from 'node:crypto'
import type { Conversation } from '../support/conversation.ts'
import type { HumanOptions } from '../support/transcript/user-row.ts'

export interface Scene {
  readonly cwd: string
  readonly branch: string
  readonly model: readonly [id: string, name: string]
  readonly commits: string
}

export function hexOf(text: string, length = 64): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length)
}

/** A uuid that depends on a text alone. */
export function uuidOf(text: string): string {
  const hex = hexOf(text)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** What client 2.1.330 attaches to the first prompt of a session. */
export function opens(talk: Conversation, scene: Scene): Conversation {
  const [modelId, marketingName] = scene.model
  const date = talk.now.toISOString().slice(0, 10)
  const snapshot = { workingDirectory: scene.cwd, isWorktree: false, isGitRepo: true, additionalWorkingDirectories: [], platform: 'linux', shell: 'bash', osVersion: 'Linux 6.12' }
  const gitStatus = `Current branch: ${scene.branch}\n\nStatus:\n(clean)\n\nRecent commits:\n${scene.commits}`
  const text = `You are ${marketingName} (${modelId}).`
  return talk
    .attachment({ type: 'environment', snapshot }, `# Environment\n - Working directory: ${scene.cwd}\n - Git repository: yes\n - Platform: linux`)
    .attachment({ type: 'model', identity: { modelId, marketingName, knowledgeCutoff: 'May 2025' }, text }, text)
    .attachment({ type: 'session_context', context: { gitStatus } }, `# gitStatus\n${gitStatus}`, 'user')
    .attachment({ type: 'date', date }, `Today's date is ${date}.`)
}

function notesPrompt(talk: Conversation, uuid: string): void {
  if (talk.version === '1.0.128' || talk.version === '2.0.76') return
  const snapshot = { messageId: uuid, trackedFileBackups: {}, timestamp: talk.now.toISOString() }
  talk.bookkeeping({ type: 'file-history-snapshot', messageId: uuid, snapshot, isSnapshotUpdate: false })
}

function notesEnd(talk: Conversation, prompt: string, began: Date, messageCount: number): void {
  if (talk.version === '1.0.128' || talk.version === '2.0.76') return
  const durationMs = talk.now.getTime() - began.getTime()
  const newest = talk.version === '2.1.330' ? { messageCount } : {}
  talk.row({ type: 'system', subtype: 'turn_duration', durationMs, ...newest, isMeta: false })
  if (talk.version === '2.1.330') talk.bookkeeping({ type: 'last-prompt', lastPrompt: prompt, leafUuid: talk.lastUuid, sessionId: talk.sessionId })
}

/** A pause between 20 s and 5 min before a prompt, depending on what it says. */
function pauseBefore(prompt: string): number {
  return 20_000 + (Number.parseInt(hexOf(prompt, 6), 16) % 280_000)
}

/** A prompt and the work up to its answer, with what the client notes before and after. */
export function turn(talk: Conversation, prompt: string, work: (talk: Conversation) => unknown, options: HumanOptions = {}): Conversation {
  const uuid = uuidOf(`${talk.sessionId} ${String(talk.lines().length)} ${prompt}`)
  notesPrompt(talk, uuid)
  const linesBefore = talk.lines().length
  talk.human(prompt, { uuid, after: pauseBefore(prompt), ...options })
  const began = talk.now
  work(talk)
  notesEnd(talk, prompt, began, talk.lines().length - linesBefore)
  return talk
}

/** A question, perhaps a command, an answer. */
export interface SmallTurn {
  readonly prompt: string
  readonly thought?: string
  readonly command?: string
  readonly output?: string
  readonly fails?: boolean
  readonly reply: string
}

export function smallTurns(talk: Conversation, turns: readonly SmallTurn[], contextTokens = 0): Conversation {
  for (const { prompt, thought, command, output = '', fails, reply } of turns) {
    turn(talk, prompt, () => {
      if (thought !== undefined) talk.thinks(thought)
      if (command !== undefined) talk.runs(command, output, { error: fails === true, after: 1_500 + Math.min(20_000, output.length * 20) })
      if (contextTokens > 0) talk.fills(contextTokens + (Number.parseInt(hexOf(prompt, 6), 16) % contextTokens))
      talk.agent(reply)
    })
  }
  return talk
}

/** A title that the client made up for the session. */
export function titled(talk: Conversation, aiTitle: string): Conversation {
  return talk.bookkeeping({ type: 'ai-title', aiTitle, sessionId: talk.sessionId })
}

/** The user is away; the session goes on at a given time. */
export function until(talk: Conversation, time: string): Conversation {
  const gap = Date.parse(time) - talk.now.getTime()
  if (gap < 0) throw new Error(`the session is already past ${time}: ${talk.now.toISOString()}`)
  return talk.wait(gap)
}
