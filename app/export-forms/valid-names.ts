/** Ids of calls and names of tools as the API accepts them: equal ones stay equal, different ones stay different. */
import type { Losses } from '../model/losses.ts'

const callShape = /^[a-zA-Z0-9_-]+$/
const serverShape = /^srvtoolu_[a-zA-Z0-9_]+$/
const nameShape = /^[a-zA-Z0-9_-]{1,128}$/

/** Makes ids that the conversation does not contain. */
const freeIds = (written: ReadonlySet<string>, prefix: string, losses: Losses): (() => string) => {
  let next = 0
  return () => {
    losses.add('changed: ids of calls', 'the API accepts letters, digits, _ and -, and one id for each call')
    while (written.has(`${prefix}${next}`)) next += 1
    next += 1
    return `${prefix}${next - 1}`
  }
}

/** @param written all ids of the conversation. */
export const callIds = (written: ReadonlySet<string>, losses: Losses): ((id: string) => string) => {
  const given = new Map<string, string>()
  const free = freeIds(written, 'toolu_strata_', losses)
  return (id) => {
    if (callShape.test(id)) return id
    const made = given.get(id) ?? free()
    given.set(id, made)
    return made
  }
}

/** For calls that the service runs: to be asked once for each call. @param written all ids of the conversation. */
export const serverIds = (written: ReadonlySet<string>, losses: Losses): ((id: string) => string) => {
  const taken = new Set<string>()
  const free = freeIds(written, 'srvtoolu_strata_', losses)
  return (id) => {
    const own = serverShape.test(id) && !taken.has(id) ? id : free()
    taken.add(own)
    return own
  }
}

const maxNameLength = 128

const withNumber = (name: string, number: number): string => {
  const end = `_${number}`
  return `${name.slice(0, maxNameLength - end.length)}${end}`
}

/** @param written all names of tools of the conversation. */
export const toolNames = (written: ReadonlySet<string>, losses: Losses): ((name: string) => string) => {
  const given = new Map<string, string>()
  const taken = new Set([...written].filter((name) => nameShape.test(name)))
  return (name) => {
    if (nameShape.test(name)) return name
    const before = given.get(name)
    if (before !== undefined) return before
    losses.add('changed: names of tools', 'the API accepts letters, digits, _ and -, at most 128 of them')
    const plain = name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, maxNameLength) || 'tool'
    let made = plain
    for (let number = 2; taken.has(made); number += 1) made = withNumber(plain, number)
    taken.add(made)
    given.set(name, made)
    return made
  }
}
