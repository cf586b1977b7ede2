/** The two groups of `strata ask --compare`. */
import { InvalidArgumentError } from 'commander'
import type { CallInput } from '../contract/calls.ts'
import { StrataError } from '../model/failure.ts'
import { chosenChains } from '../model/metric.ts'
import { didYouMean } from '../model/similar-names.ts'
import { zonedInstant } from '../model/zoned-instant.ts'

type Groups = CallInput<'analytics.compare'>['groups']
type Group = Groups[number]

/** One `--compare NAME=VALUE`. */
export interface ComparedText {
  readonly name: string
  readonly value: string
}

/** Names of groups, and the filter that each sets. */
const filterNames = {
  project: 'project',
  template: 'template',
  model: 'model',
  version: 'version',
  'agent-type': 'agentType',
  chains: 'chains',
} as const

const isNamed = (name: string): name is keyof typeof filterNames => Object.hasOwn(filterNames, name)
const names = [...Object.keys(filterNames), 'day']

export const comparedText = (text: string, before: readonly ComparedText[] = []): readonly ComparedText[] => {
  const [, name, value] = /^([a-z-]+)=([\s\S]+)$/.exec(text) ?? []
  if (name === undefined || value === undefined) throw new InvalidArgumentError('Expected NAME=VALUE.')
  if (!names.includes(name)) throw new InvalidArgumentError(`Expected one of ${names.join(', ')}${didYouMean(name, names)}.`)
  if (name === 'chains' && !(chosenChains as readonly string[]).includes(value))
    throw new InvalidArgumentError(`Expected chains=main or chains=sidechains.`)
  return [...before, { name, value }]
}

const groupOf = ({ name, value }: ComparedText): Group => (isNamed(name) ? { [filterNames[name]]: value } : {})

interface Compared {
  readonly labels: readonly [string, string]
  readonly groups: Groups
}

/** @throws StrataError invalid-input */
export const comparedGroups = (given: readonly ComparedText[], zone: string): Compared => {
  const [first, second, ...more] = given
  if (first?.name === 'day' && second === undefined) {
    const day = zonedInstant(first.value, zone, 'beginning')
    return { labels: [`before ${first.value}`, `from ${first.value}`], groups: [{ until: day }, { since: day }] }
  }
  if (first === undefined || second === undefined || more.length > 0 || [first, second].some(({ name }) => name === 'day'))
    throw new StrataError('invalid-input', 'Give --compare twice with a group each, such as model=NAME, or once with day=DAY', {})
  return { labels: [`${first.name} ${first.value}`, `${second.name} ${second.value}`], groups: [groupOf(first), groupOf(second)] }
}
