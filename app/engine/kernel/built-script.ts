/** Scripts of the build that run beside the engine, each in a separate thread or process. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A file of the build beside the running program, or in the build folder when the sources run; undefined: it is not built. */
export const builtFile = (name: string): string | undefined =>
  [__dirname, join(__dirname, '..'), join(process.cwd(), 'dist', 'node')]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))

/** The script beside the running program, or in the build folder when the sources run. @throws Error when it is not built */
export const builtScript = (name: string): string => {
  const found = builtFile(`${name}.cjs`)
  if (found === undefined) throw new Error(`${name} is not built: run npm run build`)
  return found
}
