/** At the first prompt of a session: what earlier sessions say about it, or nothing. */
import { appendFileSync } from 'node:fs'
import { promptHeading } from '../../../model/given-text.ts'
import { maxRecallTokens } from '../../../model/recall.ts'
import { redactedAnswer } from '../../../recall/recall.ts'
import { readMark, takeOnce, writeMark } from '../local-state.ts'
import { readGraph } from '../read-graph.ts'
import { answerFrom } from '../answer-from.ts'
import type { Hook, HookCall } from './hook.ts'
import { contextOutput } from './hook-input.ts'

/** Prompts that the client writes begin with an element: scheduled tasks, and what returns from tasks and agents. */
const ofClient =
  /^\s*<(?:(?:task|agent|bash)-notification|(?:teammate|cross-session)-message|scheduled-task|local-command-\w+|bash-std\w+|user-prompt-submit-hook|system-reminder)[\s/>]/
const isOfClient = (prompt: string): boolean => ofClient.test(prompt)

const variable = 'AGENT_CONTEXT_INJECTED'

/** The variable by which other hooks of the session know it. */
const tell = ({ env }: HookCall): void => {
  const file = env['CLAUDE_ENV_FILE']
  if (file !== undefined && file !== '') appendFileSync(file, `export ${variable}=1\n`)
}

export const firstPrompt: Hook = async (call) => {
  const { input, files, env, config } = call
  if (env[variable] === '1' || input.prompt.trim() === '' || isOfClient(input.prompt)) return ''
  if (readMark(files, input.sessionId).isPrompted || !takeOnce(files, input.sessionId, 'first prompt')) return ''
  writeMark(files, input.sessionId, { isPrompted: true })
  const graph = readGraph(files)
  if (graph === undefined) return ''
  const answer = answerFrom(graph, config.backend, {
    prompt: input.prompt,
    files: [],
    sessionId: input.sessionId,
    cwd: input.cwd ?? null,
  })
  if (answer.silent) return ''
  const { items } = answer
  const mark = readMark(files, input.sessionId)
  writeMark(files, input.sessionId, { events: [...new Set([...mark.events, ...items.map(({ id }) => id)])] })
  tell(call)
  const { redactFor } = await import('../redact-words.ts')
  const { text } = redactedAnswer(answer, redactFor().text, { tokens: maxRecallTokens, now: Date.now() })
  return contextOutput('UserPromptSubmit', `${promptHeading}\n${text}`)
}
