/** The two threads of a kept search index: one writes, the other one searches the same file. */
import path from 'node:path'
import { expect, test } from 'vitest'
import { SearchIndex } from '../../../../app/engine/search/index/search-index.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const found = async (index: SearchIndex, word: string): Promise<readonly string[]> => {
  const asked = { bag: `"${word}"`, said: `"${word}"`, isSpoken: false, isNewestFirst: false, commits: null, sessions: null }
  const { passages } = await index.ask('match', { ...asked, most: 100, between: null, limit: 10 })
  return passages.map(({ sessionId }) => sessionId)
}

const title = async (index: SearchIndex, sessionId: string, text: string): Promise<void> => {
  await index.ask('titles', [{ sessionId, title: text }])
  await index.ask('flush', undefined)
}

test.each(['clear', 'compact'] as const)('searches that arrive during %s wait for it, and see what is written after it', async (name) => {
  const index = new SearchIndex(path.join(tempDir(), 'search.db'), true)
  try {
    await title(index, 'first', 'Forty masts')
    expect(await found(index, 'masts')).toEqual(['first'])
    const replaced = index.ask(name, undefined)
    const meanwhile = found(index, 'masts')
    await replaced
    expect(await meanwhile).toEqual(name === 'clear' ? [] : ['first'])
    await title(index, 'second', 'Dusk')
    expect(await found(index, 'dusk')).toEqual(['second'])
  } finally {
    await index.close()
  }
})
