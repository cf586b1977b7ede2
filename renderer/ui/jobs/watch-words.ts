/** Texts about the result of watching a folder. */
import type { WatchedFolder } from '../../../app/contract/watch.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { formatClockSeconds } from '../../../app/model/format/instant.ts'

export interface WatchWords {
  readonly tone: 'ok' | 'warn' | 'plain'
  readonly sign: string
  readonly text: string
}

const lastChange = ({ lastChangeAt, lastChangedFile }: WatchedFolder): string => {
  if (lastChangeAt === null || lastChangedFile === null) return 'no changes yet'
  const name = lastChangedFile.split(/[\\/]/).at(-1) ?? lastChangedFile
  return `last change ${formatClockSeconds(lastChangeAt)}, ${name}`
}

export const watchWords = (folder: WatchedFolder): WatchWords => {
  const reason = folder.reason ?? ''
  switch (folder.state) {
    case 'starting':
      return { tone: 'plain', sign: '○', text: 'Scanning the folder…' }
    case 'watching':
      return { tone: 'ok', sign: '●', text: `Watching ${countOf(folder.files, 'file')}; ${lastChange(folder)}` }
    case 'polling':
      return { tone: 'warn', sign: '◔', text: `Polling, because ${reason}; ${lastChange(folder)}` }
    case 'waiting':
      return { tone: 'warn', sign: '◌', text: `Waiting for the folder: ${reason}. Imported records stay in the store.` }
  }
}

/** All folders in a few words; undefined when none is watched. */
export const watchingInShort = (folders: readonly WatchedFolder[]): Pick<WatchWords, 'tone' | 'text'> | undefined => {
  if (folders.length === 0) return undefined
  const troubled = folders.filter(({ state, problems }) => state === 'waiting' || state === 'polling' || problems.length > 0)
  const text = `Watching ${countOf(folders.length, 'folder')}`
  return troubled.length === 0 ? { tone: 'ok', text } : { tone: 'warn', text: `${text}, ${troubled.length} with problems` }
}
