/** The options of a script. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { SetupError } from './say.mjs'

/**
 * @param usage is shown when the options are wrong
 * @param options as parseArgs takes them
 * @param meaningOf what the values mean; throws an Error that says what is wrong with them
 */
export function readOptions(usage, options, meaningOf, allowPositionals = false) {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals })
    return meaningOf(values, positionals)
  } catch (error) {
    throw error instanceof SetupError ? error : new SetupError(`${error.message}\n${usage}`, { cause: error })
  }
}

/** The store that is checked: it is there already. */
export function givenStore({ store }) {
  if (store === undefined) throw new Error('a store is required')
  const folder = path.resolve(store)
  if (!existsSync(folder)) throw new SetupError(`There is no store at ${folder}`)
  return folder
}
