/** Takes secrets out of what a commit holds, before an export is made of it. */
import type { ChainFormat } from '../chains/formats/chain-format.ts'
import type { InPieces } from '../model/in-pieces.ts'
import type { Redactor } from './redactor.ts'

/** An artifact in which nothing was found stays as it is. @throws StrataError delta-malformed */
export function* redactArtifact(format: ChainFormat, bytes: Uint8Array, redactor: Redactor): InPieces<Uint8Array> {
  const before = redactor.taken
  const items: unknown[] = []
  for (const item of format.decode(bytes)) {
    items.push(typeof item === 'string' ? redactor.json(item) : redactor.value(item))
    yield
  }
  return redactor.taken === before ? bytes : format.encode(items)
}
