/** The call for a metric that an address names, with the filters that apply to it. */
import type { AnalyticsMetric } from '../../../app/contract/analytics.ts'
import type { CallInput } from '../../../app/contract/calls.ts'
import { chosenChains, groupings, yesNoParameters, type ChosenChains, type Grouping } from '../../../app/model/metric.ts'
import { StrataError, toFailure, type Failure } from '../../../app/model/failure.ts'
import { zonedInstant } from '../../../app/model/zoned-instant.ts'
import type { AnalyticsAddress } from './address.ts'
import { machineZone } from '../../ui/format/machine-zone.ts'
import type { Query } from '../../ui/address/query-text.ts'

export type Asked = CallInput<'analytics.ask'>

export const chainsOf = (fields: Query): ChosenChains => chosenChains.find((each) => each === fields['chains']) ?? 'both'

export const groupingOf = (text: string | undefined): Grouping | undefined => groupings.find((each) => each === text)

const instants = (fields: Query, zone: string): { readonly since?: number; readonly until?: number } => ({
  ...(fields['since'] === undefined ? {} : { since: zonedInstant(fields['since'], zone, 'beginning') }),
  ...(fields['until'] === undefined ? {} : { until: zonedInstant(fields['until'], zone, 'end') }),
})

/** Why the filters are invalid: a link may contain a wrong day or zone. */
export const wrongFilter = ({ fields }: Pick<AnalyticsAddress, 'fields'>): Failure | undefined => {
  const zone = fields['zone'] ?? machineZone()
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone })
  } catch {
    return toFailure(new StrataError('invalid-input', `Unknown time zone “${zone}”. Use, for example, Europe/Berlin or UTC`, { zone }))
  }
  try {
    instants(fields, zone)
    if (fields['compare'] === 'day' && fields['a'] !== undefined) zonedInstant(fields['a'], zone, 'beginning')
    return undefined
  } catch (thrown) {
    return toFailure(thrown)
  }
}

const named = (fields: Query, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])))

const yesOrNo = (fields: Query, { parameters }: AnalyticsMetric): Record<string, boolean> =>
  Object.fromEntries(
    yesNoParameters.flatMap((name) => (fields[name] === undefined || !parameters.includes(name) ? [] : [[name, fields[name] === 'yes']])),
  )

/**
 * The call for a metric.
 * @param by how it is grouped where that can be
 * @throws StrataError invalid-input for a day that is none
 */
export const askedOf = (metric: AnalyticsMetric, { fields }: Pick<AnalyticsAddress, 'fields'>, by: Grouping): Asked => {
  const zone = fields['zone'] ?? machineZone()
  return {
    name: metric.name,
    by: metric.groupings.includes(by) ? by : 'total',
    zone,
    filters: {
      ...named(fields, ['project', 'session', 'template', 'model', 'agentType']),
      ...instants(fields, zone),
      chains: chainsOf(fields),
    },
    parameters: { ...named(fields, metric.parameters), ...yesOrNo(fields, metric) },
  }
}
