/** Which words the files of a store contain: as bytes, and in what its packs hold compressed. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { firstPosition, PackFiles } from '../../app/store/files/pack-files.ts'
import { decodePackEntry } from '../../app/store/files/pack-entry.ts'
import { namesBelow } from './files-below.ts'

/** A full-text index stores only the end of a word whose beginning another one has. */
const sharedLetters = 3

/** Words with the file in which each was found. */
export const wordsInStore = async (dir: string, words: readonly string[]): Promise<readonly string[]> => {
  const found: string[] = []
  const look = (where: string, bytes: Buffer): void => {
    const content = bytes.toString('latin1').toLowerCase()
    for (const word of words) if (content.includes(word.slice(sharedLetters).toLowerCase())) found.push(`${word} in ${where}`)
  }
  for (const name of namesBelow(dir)) {
    look('the name of a file', Buffer.from(name))
    look(name, readFileSync(path.join(dir, name)))
  }
  const packs = await PackFiles.open(path.join(dir, 'packs'), { readOnly: true, retired: [] })
  for await (const { kind, location } of packs.scan(firstPosition)) {
    if (kind !== 'entry') continue
    const { contents } = await decodePackEntry(await packs.read(location))
    for (const content of contents) look('a pack', content)
  }
  await packs.close()
  return [...new Set(found)].sort()
}
