/** Tells whether a bundle is older than what it was made from, by content, so that a checkout or a touch costs nothing. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from '../setup/project-root.mjs'

/** A hash over the names and contents of every file in `inputs` (files or folders; an absent one counts as empty). */
export function fingerprint(inputs, root = projectRoot) {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0])
  for (const file of inputs.flatMap((input) => filesUnder(path.join(root, input))).sort()) {
    hash.update(`\0${path.relative(root, file)}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function filesUnder(place) {
  const stat = statSync(place, { throwIfNoEntry: false })
  if (stat === undefined) return []
  if (stat.isFile()) return [place]
  return readdirSync(place).flatMap((entry) => filesUnder(path.join(place, entry)))
}
