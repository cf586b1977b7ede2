/** The name of a call's field on the command line: the option or argument that sets it. */
import type { Command } from 'commander'

/** Fields whose option or argument has another name. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  limit: ['number', 'limit'],
  sessionId: ['session'],
  commitId: ['commit', 'name'],
  recordType: ['type'],
  zone: ['timeZone'],
  target: ['for'],
  depth: ['number'],
  addWords: ['words'],
  removeWords: ['words'],
}

const commandOf = (program: Command, args: readonly string[]): Command => {
  let command = program
  for (const arg of args) {
    const sub = command.commands.find((known) => known.name() === arg || known.aliases().includes(arg))
    if (sub === undefined) break
    command = sub
  }
  return command
}

const asWords = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const nameIn = (command: Command, field: string): string => {
  const parts = field.split('.').filter((part) => !/^\d+$/.test(part))
  const last = parts.at(-1) ?? field
  const names = [last, ...(otherNames[last] ?? [])]
  const option = command.options.find((known) => names.includes(known.attributeName()))
  if (option !== undefined) return option.long ?? option.flags
  if (parts[0] === 'parameters') return last === 'parameters' ? '--with' : `--with ${last}`
  const argument = command.registeredArguments.find((known) => names.includes(known.name()))
  return argument === undefined ? asWords(last) : `<${argument.name()}>`
}

/** @param field path of the field, such as `filters.since` */
export const givenName = (program: Command, field: string): string => nameIn(commandOf(program, program.args), field)
