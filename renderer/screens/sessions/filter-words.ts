/** The filters of the list of sessions in words. */
import { projectName } from '../../ui/format/format-path.ts'
import type { SessionsAddress } from './address.ts'

type Name = 'project' | 'status' | 'model' | 'tool' | 'outcome' | 'ending' | 'since' | 'until'

const valueWords: Readonly<Record<Name, (value: string) => string>> = {
  project: (value) => `project ${projectName(value)}`,
  status: (value) => `status ${value}`,
  model: (value) => `model ${value}`,
  tool: (value) => `tool ${value}`,
  outcome: (value) => `outcome ${value.replaceAll('_', ' ')}`,
  ending: (value) => `ending ${value}`,
  since: (value) => `from ${value}`,
  until: (value) => `to ${value}`,
}

export const filterWords = (address: SessionsAddress): string => {
  const values = (Object.keys(valueWords) as Name[]).flatMap((name) => {
    const value = address[name]
    return value === undefined ? [] : [valueWords[name](value)]
  })
  const flags = [
    [address.compacted, 'compacted'],
    [address.delegated, 'with sub-agents'],
    [address.everything, 'short sessions included'],
  ] as const
  const text = address.text === undefined ? [] : [`“${address.text}”`]
  const parts = [...text, ...values, ...flags.flatMap(([isSet, words]) => (isSet ? [words] : []))]
  const order = `sorted by ${sortNames[address.sort] ?? address.sort}, ${address.descending ? 'descending' : 'ascending'}`
  const group = address.group === 'none' ? [] : [`grouped by ${address.group}`]
  return [parts.length === 0 ? 'All sessions' : parts.join(', '), order, ...group].join('; ')
}

const sortNames: Readonly<Record<string, string>> = {
  lastAt: 'last record',
  firstAt: 'first record',
  durationMs: 'length',
  activeMs: 'active time',
  humanPrompts: 'prompts',
  toolCalls: 'tool calls',
  outputTokens: 'output tokens',
  bytes: 'size',
  usd: 'cost',
  ending: 'ending',
}
