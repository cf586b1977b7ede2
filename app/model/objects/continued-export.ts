/** What is said of a session that continues an export. */
import { formatCount } from '../format/count.ts'

export interface ContinuedExport {
  /** The commit that was exported. */
  readonly commitId: string
  readonly policy: string | null
  /** Tokens. */
  readonly budget: number | null
}

export const continuedText = ({ commitId, policy, budget }: ContinuedExport): string => {
  const how = [
    ...(policy === null ? [] : [`the policy ${policy}`]),
    ...(budget === null ? [] : [`a budget of ${formatCount(budget)} tokens`]),
  ]
  const under = how.length === 0 ? '' : ` under ${how.join(' and ')}`
  return `The session continues an export of ${commitId}${under}. What that showed in one line, or not at all, is not active here.`
}
