/** A policy as a person names it: a name, or a JSON file. */
import { readJson } from './read-input.ts'

const isFile = (text: string): boolean => text === '-' || /[\\/]|\.json$/.test(text)

/** @throws StrataError invalid-input, path-unreadable */
export const givenPolicy = async (text: string): Promise<string | { readonly file: string; readonly value: unknown }> =>
  isFile(text) ? { file: text, value: await readJson(text) } : text
