/** Which rules match a filter. */
import type { RuleView } from '../../../app/contract/ledger.ts'

/** Rules whose name, class or words hold every word of a filter. */
export const matchingRules = (rules: readonly RuleView[], text: string | undefined): readonly RuleView[] => {
  const words = (text ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  return rules.filter((rule) => {
    const all = `${rule.id} ${rule.class} ${rule.class.replaceAll('_', ' ')} ${rule.ledger} ${rule.looksAt} ${rule.example}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
}
