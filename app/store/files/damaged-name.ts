/** The name under which a damaged file is kept beside the one that takes its place. */
import { existsSync } from 'node:fs'

/** One that is not taken yet. */
export const damagedName = (path: string): string => {
  for (let number = 1; ; number += 1) {
    const name = `${path}.damaged${number === 1 ? '' : `-${number}`}`
    if (!existsSync(name)) return name
  }
}
