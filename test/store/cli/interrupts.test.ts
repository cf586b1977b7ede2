/** Ctrl-C, while something can be stopped and between two such things. */
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { watchInterrupts } from '../../../app/cli/interrupts.ts'
import { openTerminal } from '../../../app/cli/terminal.ts'

const interrupted = () => {
  const { stdout, stderr, stdin, env } = process
  const told: string[] = []
  const exit = (code: number): never => {
    told.push(`exit ${code}`)
    throw new Error('ended')
  }
  const own = Object.assign(new EventEmitter(), { stdout, stderr, stdin, env, exit })
  const terminal = { ...openTerminal(process), printError: () => undefined }
  return { told, own, interrupts: watchInterrupts(own as unknown as NodeJS.Process, terminal) }
}

test('the first Ctrl-C stops the running work, the second ends the program, and one while nothing can be stopped also ends it', () => {
  const { told, own, interrupts } = interrupted()
  const done = interrupts.whenAsked(() => told.push('stop'))
  own.emit('SIGINT', 'SIGINT')
  expect(() => own.emit('SIGTERM', 'SIGTERM')).toThrow('ended')
  done()
  expect(told).toEqual(['stop', 'exit 143'])
  const idle = interrupted()
  expect(() => idle.own.emit('SIGHUP', 'SIGHUP')).toThrow('ended')
  expect(idle.told).toEqual(['exit 129'])
})

test('work that begins after a late Ctrl-C is stopped immediately', () => {
  const { told, own, interrupts } = interrupted()
  const done = interrupts.whenAsked(() => told.push('stop the index'))
  own.emit('SIGINT', 'SIGINT')
  done()
  interrupts.whenAsked(() => told.push('stop watching'))
  expect(told).toEqual(['stop the index', 'stop watching'])
  expect(interrupts.exitCode).toBe(130)
})
