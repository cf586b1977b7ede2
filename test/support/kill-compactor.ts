/** A program for crash tests: appends to a journal, compacting it all the time, and names each entry once it is acknowledged. */
import { writeSync } from 'node:fs'
import { Journal } from '../../app/store/files/journal.ts'
import { sessionState } from './journal-of.ts'

const batchEntries = 30

const write = async (path: string): Promise<void> => {
  const journal = await Journal.open(path, false, 0)
  for (;;) {
    const first = journal.end.seq + 1
    // Which entry has which number is known, so that what is found later can be compared.
    const entries = Array.from({ length: batchEntries }, (_, at) => sessionState(`s${(first + at) % 3}`, (first + at) % 50))
    await journal.append(entries, { packId: 1, offset: first })
    const compacted = await journal.compact()
    writeSync(1, `${journal.end.seq} ${compacted ? 'compacted' : 'appended'}\n`)
  }
}

void write(process.argv[2] ?? '')
