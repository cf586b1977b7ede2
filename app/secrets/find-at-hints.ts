/** Looks through a text once and tries each rule where one of its hints is. */
import type { FoundAt, SecretRule } from './secret-rule.ts'

export interface RuleFound extends FoundAt {
  readonly rule: SecretRule
}

/** Maps capitals to small letters, and a few signs to others: the rule itself checks the actual text. */
const folded = (unit: number): number => unit | 32
const bucketOf = (first: number, second: number): number => ((folded(first) * 257) ^ folded(second)) & 0xffff

interface Hint {
  readonly text: string
  readonly rule: SecretRule
}

/** Whether a hint is at a place of which the first two characters are known to fit, or to be taken for it. */
const beginsWith = (text: string, at: number, hint: string): boolean => {
  for (let unit = hint.length - 1; unit >= 0; unit -= 1)
    if (folded(text.charCodeAt(at + unit)) !== folded(hint.charCodeAt(unit))) return false
  return true
}

/** Hints by their first two characters. */
interface HintTable {
  /** Index of a group; 0: no hint begins so. */
  readonly groups: Uint16Array
  readonly hints: readonly (readonly Hint[])[]
}

const tableOf = (rules: readonly SecretRule[]): HintTable => {
  const groups = new Uint16Array(0x10000)
  const hints: Hint[][] = [[]]
  for (const rule of rules) {
    for (const text of rule.hints) {
      const bucket = bucketOf(text.charCodeAt(0), text.charCodeAt(1))
      if (groups[bucket] === 0) groups[bucket] = hints.push([]) - 1
      hints[groups[bucket] ?? 0]?.push({ text, rule })
    }
  }
  return { groups, hints }
}

/** Findings so far; those of the same method do not overlap. */
class Findings {
  readonly found: RuleFound[] = []
  readonly #from = { shape: 0, place: 0 }

  tryAt(text: string, at: number, hints: readonly Hint[]): void {
    for (const { text: hint, rule } of hints) {
      if (at < this.#from[rule.by] || !beginsWith(text, at, hint)) continue
      const one = rule.find(text, at)
      if (one === undefined || one.start < this.#from[rule.by]) continue
      this.#from[rule.by] = one.end
      this.found.push({ ...one, rule })
    }
  }
}

/** @returns a function that finds what the rules find */
export const finderOf = (rules: readonly SecretRule[]): ((text: string) => readonly RuleFound[]) => {
  const { groups, hints } = tableOf(rules)
  return (text) => {
    const findings = new Findings()
    let next = text.charCodeAt(0)
    for (let at = 0; at < text.length - 1; at += 1) {
      const unit = next
      next = text.charCodeAt(at + 1)
      const group = groups[bucketOf(unit, next)] ?? 0
      if (group !== 0) findings.tryAt(text, at, hints[group] ?? [])
    }
    return findings.found
  }
}
