/** When the agent has answered: the new turns become events. Nothing is printed. */
import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { forgetOld, whileWriting } from '../local-state.ts'
import type { ProjectFiles } from '../project.ts'
import { limitOf, type Hook, type HookCall } from './hook.ts'

/** Bytes to read that are read while the client waits; more are read by a process that it does not wait for. */
const maxWaited = 3_000_000
const lockWaitMs = 500
/** What reading and writing take at most, by experience. */
const spentMs = 800

const sizeOf = (path: string): number => {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}

/** @param gitMs time that Git has */
export const extractAndCommit = async ({ input, files, config, env }: HookCall, waitMs: number, gitMs: number): Promise<void> => {
  const { transcript } = input
  if (transcript === undefined) return
  const [{ extractTranscripts }, { redactFor }] = await Promise.all([import('../extract.ts'), import('../redact-words.ts')])
  await whileWriting(files, waitMs, () => extractTranscripts(files, [transcript], redactFor(), env))
  forgetOld(files)
  if (!config.commit) return
  const { commitMemory } = await import('../git-commit.ts')
  await whileWriting(files, waitMs, () => commitMemory(files, gitMs))
}

const leave = (files: ProjectFiles, transcript: string, sessionId: string): void => {
  const [, program = ''] = process.argv
  const args = [...process.execArgv, program, 'reasoning', 'hook', 'stop', '--left', transcript, sessionId]
  spawn(process.execPath, args, { cwd: files.root, detached: true, stdio: 'ignore' }).unref()
}

export const atStop: Hook = async (call) => {
  const { input, files } = call
  if (input.transcript === undefined) return ''
  if (sizeOf(input.transcript) + sizeOf(files.events) > maxWaited) leave(files, input.transcript, input.sessionId)
  else await extractAndCommit(call, lockWaitMs, limitOf(call.env) - spentMs)
  return ''
}
