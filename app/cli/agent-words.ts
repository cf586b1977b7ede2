/** The words of commands that options name: they are started without a shell. */
import { resolve } from 'node:path'
import { commandWords } from '../model/command-words.ts'
import { StrataError } from '../model/failure.ts'

/** @throws StrataError invalid-input */
export const wordsOf = (option: string, line: string): readonly string[] => {
  const words = commandWords(line)
  if (words.length === 0 || words[0] === '') throw new StrataError('invalid-input', `The command of ${option} is empty`, {})
  return words
}

/** A program with a path is that from here on, wherever it is started. @throws StrataError invalid-input */
export const agentWords = (line: string): readonly string[] =>
  wordsOf('--agent', line).map((word, at) => (at === 0 && word.includes('/') ? resolve(word) : word))
