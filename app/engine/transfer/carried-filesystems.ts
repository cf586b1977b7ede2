/** File systems of sessions that are sent, and rules for their paths: on the other side the same paths name the same files. */
import { filesystemIn } from '../file-systems/file-systems.ts'
import { subjectOf } from '../../store/files/entry-subject.ts'
import type { Catalog, IdentityEntry, SessionState } from '../reachability/catalog.ts'

type PathRuleEntry = Extract<IdentityEntry, { readonly kind: 'filesystem' | 'checkout' }>

const ruleEntries = ({ identity }: Catalog): readonly PathRuleEntry[] =>
  identity.flatMap((entry) => (entry.kind === 'machine' ? [] : [entry]))

/** Whether it is about files of these file systems. */
const isAbout = (entry: PathRuleEntry, filesystems: ReadonlySet<string>): boolean =>
  entry.kind === 'filesystem'
    ? filesystems.has(entry.of)
    : filesystems.has(entry.one.filesystem_id) && filesystems.has(entry.other.filesystem_id)

const isInForce = (entry: PathRuleEntry): boolean => (entry.kind === 'filesystem' ? entry.removed !== true : entry.same !== null)

const homeOf = ({ identity }: Catalog): string | undefined => identity.find((entry) => entry.kind === 'machine')?.filesystem_id

/**
 * Sessions with the file systems of their folders: the default of their store, for sessions that name none, is not transferred with them.
 */
export const withFilesystems = (states: readonly SessionState[], catalog: Catalog): readonly SessionState[] => {
  const home = homeOf(catalog)
  if (home === undefined) return states
  return states.map((state) => {
    const roots = [...new Set(state.sources.map(({ root }) => root))].sort()
    if (roots.every((root) => filesystemIn(state, root) !== undefined)) return state
    const filesystems = roots.map((root): [string, string] => [root, filesystemIn(state, root) ?? home])
    return { ...state, inputs: { ...state.inputs, filesystems } }
  })
}

/** Rules for the paths of sessions, and what persons said of their checkouts; with `everything`, all rules and names. */
export const pathRulesOf = (states: readonly SessionState[], everything: boolean, catalog: Catalog): readonly PathRuleEntry[] => {
  const sent = new Set(states.flatMap(({ inputs }) => (inputs.filesystems ?? []).map(([, id]) => id)))
  return ruleEntries(catalog).filter((entry) => isInForce(entry) && (everything || isAbout(entry, sent)))
}

/** Where the receiver has a rule for a prefix or for two checkouts, or removed one, its own counts. */
export const pathRulesToReceive = (theirs: Catalog, mine: Catalog): readonly PathRuleEntry[] => {
  const own = new Set(ruleEntries(mine).map(subjectOf))
  return ruleEntries(theirs).filter((entry) => !own.has(subjectOf(entry)))
}
