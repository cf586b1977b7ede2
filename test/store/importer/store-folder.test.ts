/** A Strata store among transcripts is no transcript. */
import path from 'node:path'
import { expect, test } from 'vitest'
import { finder } from '../../../importer/agents.ts'
import { folderWith } from '../../support/folder-with.ts'
import { withEngine } from '../../support/with-engine.ts'

test('the folder of a Strata store is not searched, and its journal is no transcript', async () => {
  const folder = folderWith({ 'work/one.jsonl': '', 'other/journal.jsonl': '', 'other/packs/notes.jsonl': '' })
  const store = path.join(folder, 'store')
  await withEngine(store, () => Promise.resolve())
  const { files, stores } = finder.discover([folder])
  expect(files.map(({ path: file }) => path.relative(folder, file))).toEqual([
    path.join('other', 'journal.jsonl'),
    path.join('other', 'packs', 'notes.jsonl'),
    path.join('work', 'one.jsonl'),
  ])
  expect(stores).toEqual([store])
  for (const given of [store, path.join(store, 'journal.jsonl')])
    expect(finder.discover([given])).toEqual({ files: [], problems: [], stores: [store] })
})
