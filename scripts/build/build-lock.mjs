/** Lets one process build at a time; the others wait for it and then find nothing left to do. */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { say } from '../setup/say.mjs'

const emptyLimitMs = 5000

/** Runs `work` while holding the lock file; a lock whose process is gone is taken over. */
export async function whileHolding(file, work) {
  mkdirSync(path.dirname(file), { recursive: true })
  let told = false
  while (!tryTake(file)) {
    if (!told) say('another process is building; waiting for it')
    told = true
    await pause(200)
  }
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function tryTake(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (!isHeld(file)) rmSync(file, { force: true })
    return false
  }
}

/** A lock is held by the living process it names; one that is still empty belongs to a process that is writing it. */
function isHeld(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    return pid > 0 ? isAlive(pid) : Date.now() - statSync(file).mtimeMs < emptyLimitMs
  } catch (error) {
    if (error.code === 'ENOENT') return false
    throw error
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
