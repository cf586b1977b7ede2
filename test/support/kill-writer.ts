/** A program for crash tests: writes sessions to a store and names each on standard output once it is acknowledged. */
import { writeSync } from 'node:fs'
import { openStore } from '../../app/store/open-store.ts'
import { sessionUnit } from './store-units.ts'

const write = async (dir: string, first: number): Promise<void> => {
  const store = await openStore(dir, { program: 'kill-writer', packBytes: 40_000, journalBytes: 0 })
  // A session that is written over and over fills the journal with entries that do not count: it is compacted now and then.
  const same = await Promise.all(Array.from({ length: 8 }, () => sessionUnit('s0', 2)))
  for (let at = first; ; at++) {
    // Each batch has a new session and a longer version of the one before.
    await store.writeUnits([...same, await sessionUnit(`s${at}`), await sessionUnit(`s${at - 1}`, 2)])
    writeSync(1, `${at}\n`)
  }
}

void write(process.argv[2] ?? '', Number(process.argv[3]))
