/** What takes secrets and a person's private words out of texts, without opening a store. */
import { join } from 'node:path'
import { isObject } from '../../model/json-object.ts'
import { privateWordsPattern } from '../../secrets/private-words.ts'
import { Redactor } from '../../secrets/redactor.ts'
import type { Redact } from '../../agent-context/records-of-steps.ts'
import { defaultStoreDir } from '../kernel/default-store.ts'
import { readText } from './stored-text.ts'

/** The private words in the settings of a store; none where there are no settings. */
const privateWords = (storeDir: string): readonly string[] => {
  try {
    const settings: unknown = JSON.parse(readText(join(storeDir, 'settings.json')) ?? '{}')
    const words = isObject(settings) ? settings['privateWords'] : undefined
    return Array.isArray(words) ? words.filter((word): word is string => typeof word === 'string' && word.trim() !== '') : []
  } catch {
    return []
  }
}

export const redactFor = (storeDir = defaultStoreDir(process.env, process.platform)): Redact => {
  const redactor = new Redactor(privateWordsPattern(privateWords(storeDir)))
  return { text: (plain) => redactor.text(plain), json: (plain) => redactor.json(plain) }
}
