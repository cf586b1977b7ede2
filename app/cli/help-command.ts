/** The command `help`, of the program and of each command with sub-commands. */
import { Command } from 'commander'
import { similarNames } from '../model/similar-names.ts'

const unknownText = (name: string, command: Command): string => {
  const names = command.commands.flatMap((known) => [known.name(), ...known.aliases()])
  const [similar] = similarNames(name, names)
  return `error: unknown command '${name}'${similar === undefined ? '' : `\n(Did you mean ${similar}?)`}`
}

/** The sub-command with a name; ends the program with a usage error when there is none. */
const subCommandOf = (command: Command, name: string): Command =>
  command.commands.find((known) => known.name() === name || known.aliases().includes(name)) ?? command.error(unknownText(name, command))

/** Replaces the help command of Commander, which accepts any name. */
export const addHelpCommand = (command: Command): void => {
  if (command.commands.length === 0) return
  for (const sub of command.commands) addHelpCommand(sub)
  command.helpCommand(false).addCommand(
    new Command('help')
      .description('Show help for a command')
      .argument('[command...]', 'name of the command')
      .action((names: readonly string[]) => names.reduce(subCommandOf, command).help()),
  )
}
