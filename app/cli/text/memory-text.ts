/** The memory of a project, as text. */
import type { MemoryStatus } from '../../engine/agent-context/project-memory.ts'
import { countOf } from '../../model/format/count.ts'
import { countText } from './format.ts'
import { printableLine } from './printable.ts'

const typesText = (types: MemoryStatus['types']): string =>
  Object.entries(types)
    .map(([type, count]) => `${type} ${countText(count)}`)
    .join(', ')

export const memoryText = (status: MemoryStatus): string =>
  [
    `folder    ${printableLine(status.folder)}`,
    `events    ${countText(status.events)} of ${countOf(status.sessions, 'session')}${status.events === 0 ? '' : `: ${typesText(status.types)}`}`,
    `newest    ${status.newest === '' ? 'n/a' : status.newest}`,
    `graph     ${status.backend}${status.isGraphCurrent ? '' : ' (not current: strata reasoning rebuild)'}`,
    `commits   ${status.commit ? 'a commit of Git after each answer' : 'none ("commit": true in config.json turns them on)'}`,
    `hooks     ${status.hooks ? 'on' : 'off'}; ${status.installed.length === 0 ? 'not installed' : `in ${status.installed.map(printableLine).join(', ')}`}`,
    ...(status.faults.length === 0 ? [] : [`faults    lines of events.jsonl that are no events: ${status.faults.slice(0, 10).join(', ')}`]),
    ...status.notes.map((note) => `section   ${note}`),
  ]
    .map((line) => `${line}\n`)
    .join('')
