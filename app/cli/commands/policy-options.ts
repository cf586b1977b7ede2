/** Options that choose a policy: which outputs of tools it leaves in the context. */
import type { Command } from 'commander'
import { countFromZero } from './command.ts'

export interface PolicyOptions {
  readonly policy?: string
  readonly perTurn?: number
  readonly turnsBack?: number
}

export const policyOptions = (command: Command): Command =>
  command
    .option('--policy <name>', 'collapse policy: default, turn, none or managed')
    .option('--per-turn <n>', 'number of newest outputs per turn that stay in full', countFromZero)
    .option('--turns-back <n>', 'number of last turns whose outputs stay in full', countFromZero)

/** As a call takes them. */
export const policyOf = ({ policy, perTurn, turnsBack }: PolicyOptions) => {
  const isChanged = perTurn !== undefined || turnsBack !== undefined
  const name = policy ?? (isChanged ? 'default' : undefined)
  return {
    ...(name === undefined ? {} : { policy: name }),
    ...(perTurn === undefined ? {} : { outputsPerTurn: perTurn }),
    ...(turnsBack === undefined ? {} : { turnsBack }),
  }
}
