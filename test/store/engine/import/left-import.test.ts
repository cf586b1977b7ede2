/** An import that ends between its entry in the journal and the commit of the tables. */
import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { relatedSessions } from '../../../support/related-sessions.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { chainsOf, importInto, tableDigests, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const linesOf = (store: string): readonly string[] => readFileSync(path.join(store, 'journal.jsonl'), 'utf8').split('\n').slice(0, -1)

test('sessions that the journal names and the tables do not show yet are joined with others when the store is opened again', async () => {
  const dir = tempDir()
  const store = path.join(dir, 'store')
  const [first, ...others] = relatedSessions()
  if (first === undefined) throw new Error('there are sessions')
  const { projects } = writeConversation(dir, first)
  await importInto(store, [projects])
  const before = path.join(dir, 'before')
  cpSync(store, before, { recursive: true })
  const known = linesOf(store).length

  writeConversation(dir, ...others)
  await importInto(store, [projects])
  const undisturbed = { tables: await tableDigests(store, ['artifacts']), chains: await chainsOf(store) }
  const written = linesOf(store)

  // Sessions are written first and joined afterwards: some journals end before, some while they are joined.
  const step = Math.ceil((written.length - known) / 4)
  for (let kept = known + 1; kept <= written.length; kept += step) {
    const left = path.join(dir, `left-${kept}`)
    cpSync(store, left, { recursive: true })
    writeFileSync(path.join(left, 'journal.jsonl'), `${written.slice(0, kept).join('\n')}\n`)
    copyFileSync(path.join(before, 'index.duckdb'), path.join(left, 'index.duckdb'))
    rmSync(path.join(left, 'index.duckdb.wal'), { force: true })
    await withEngine(left, () => Promise.resolve())
    await importInto(left, [projects])
    expect({ tables: await tableDigests(left, ['artifacts']), chains: await chainsOf(left) }, `${kept} entries`).toEqual(undisturbed)
  }
})
