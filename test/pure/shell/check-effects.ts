/** Effects of commands as short texts. */
import { expect } from 'vitest'
import { shellEffect } from '../../../app/shell/read-command.ts'
import type { ShellEffect } from '../../../app/shell/shell-effect.ts'

/** `none`, `any`, or the paths: `-` is removed, `a -> b` is moved. */
const summaryOf = (effect: ShellEffect): string =>
  effect.kind === 'paths'
    ? [...effect.written, ...effect.removed.map((path) => `-${path}`), ...effect.moved.map(({ from, to }) => `${from} -> ${to}`)].join(' ')
    : effect.kind

export const checkIn = (cwd: string | undefined, cases: Readonly<Record<string, string>>): void => {
  for (const [command, expected] of Object.entries(cases)) expect(summaryOf(shellEffect(command, cwd)), command).toBe(expected)
}

export const check = (cases: Readonly<Record<string, string>>): void => checkIn('/w', cases)

export const checkAll = (commands: readonly string[], expected: string): void =>
  check(Object.fromEntries(commands.map((command) => [command, expected])))
