/** Verbs under their headings: those of the screen first, those of the window last. */
import type { Verb } from '../ui/commands/verbs.ts'

const last = ['Go', 'Store', 'Window'] as const

/** Groups in order of appearance, except that the window's own come last. */
export const groupVerbs = (verbs: readonly Verb[]): readonly (readonly [string, readonly Verb[]])[] => {
  const groups = new Map<string, Verb[]>()
  for (const verb of verbs) groups.set(verb.group, [...(groups.get(verb.group) ?? []), verb])
  return [...groups].sort(([a], [b]) => rank(a) - rank(b))
}

const rank = (group: string): number => last.findIndex((each) => each === group)
