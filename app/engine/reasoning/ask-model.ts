/** Asks a program of the person what texts are: the only part that starts one. */
import { StrataError } from '../../model/failure.ts'
import { classifyRequest, readAnswer, type ModelAnswer } from '../../reasoning/model-answer.ts'
import type { TextToGuess } from '../../contract/reasoning.ts'
import { runProgram } from '../kernel/run-program.ts'

export interface AskedProgram {
  readonly words: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly limitMs: number
  readonly signal: AbortSignal
}

/** Bytes of an answer. */
const maxOutput = 4 * 1024 * 1024

/** The guesses by the index of their text. @throws StrataError cancelled, path-refused, system-refused when it fails, prints too much, or takes too long */
export const askModel = async (program: AskedProgram, texts: readonly TextToGuess[]): Promise<ModelAnswer> => {
  const asked = texts.map(({ text }, at) => ({ id: String(at + 1), text }))
  const { code, isCut, isFull, output, lastError } = await runProgram({
    ...program,
    folder: process.cwd(),
    input: classifyRequest(asked),
    outputLimit: maxOutput,
  })
  const [name = ''] = program.words
  if (isCut) throw new StrataError('system-refused', `${name} did not answer within ${String(program.limitMs / 1000)} s`, {})
  if (isFull) throw new StrataError('system-refused', `${name} printed more than ${String(maxOutput / 1024 / 1024)} MB`, {})
  const end = code === null ? 'a signal' : `code ${String(code)}`
  if (code !== 0) throw new StrataError('system-refused', `${name} ended with ${end}${lastError === '' ? '' : `: ${lastError}`}`, {})
  return readAnswer(output, new Set(asked.map(({ id }) => id)))
}
