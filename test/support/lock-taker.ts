/** A program for tests of the lock of a memory: counts in a file, one more each time that it has the lock, and prints how often it had. */
import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { whileWriting } from '../../app/engine/agent-context/local-state.ts'
import { filesOf } from '../../app/engine/agent-context/project.ts'

const files = filesOf(process.argv[2] ?? '')
const counter = join(files.root, 'counter')

/** No process has that number. */
const dead = 2 ** 22 + 1

const leaveStaleLock = (round: number): void => {
  const lock = join(files.local, 'locks', `${String(dead)}-${String(process.pid)}x${String(round)}`)
  writeFileSync(lock, '')
  utimesSync(lock, 1, 1)
}

const count = async (): Promise<void> => {
  let taken = 0
  for (let round = 0; round < 25; round += 1) {
    const done = await whileWriting(files, 20_000, () => {
      const now = Number(readFileSync(counter, 'utf8'))
      for (const until = Date.now() + 2; Date.now() < until;);
      writeFileSync(counter, String(now + 1))
      leaveStaleLock(round)
      return true
    })
    taken += Number(done === true)
  }
  process.stdout.write(`${String(taken)}\n`)
}

void count()
