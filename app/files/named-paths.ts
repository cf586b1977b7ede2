/** The files that steps name: one path for each, and other paths that may lead to the same file. */
import { comparable } from '../shell/place.ts'
import { composed, filePath, normalPath } from '../model/objects/file-path.ts'
import { isTransfer, pathsOf, type FileStep, type Ran } from './file-step.ts'

/** The home folder that a working directory shows. */
const homeIn = (cwd: string): string | undefined =>
  /^(?:\/(?:home|Users)\/[^/]+|\/root(?=\/|$)|[A-Za-z]:[\\/]Users[\\/][^\\/]+)/.exec(cwd)?.[0]

/** A path that is not absolute is below the working directory, or the home folder. @param cwd undefined: not known */
const absolute = (path: string, cwd: string | undefined): string => {
  if (cwd === undefined || filePath(path) !== undefined) return path
  if (!/^~(?:[\\/]|$)/.test(path)) return `${cwd}/${path}`
  const home = homeIn(cwd)
  return home === undefined ? path : `${home}${path.slice(1)}`
}

/** In the spelling that the identity of a file has. */
const named = (path: string, cwd: string | undefined): string => composed(normalPath(absolute(path, cwd)) ?? path)

/** A step with one spelling for each file. @param cwd where the call was made */
export const inOneSpelling = (step: FileStep, cwd: string | undefined): FileStep => {
  if (step.step === 'ran') return step
  const path = named(step.path, cwd)
  if (isTransfer(step)) return { ...step, path, to: named(step.to, cwd) }
  return path === step.path ? step : { ...step, path }
}

/** Where file systems ignore case, as a rule. */
const ignoresCase = /^(?:\/(?:Users|Volumes|private|tmp|var|System|Applications|Library)\/|[A-Za-z]:\\|\\\\)/

const isChange = ({ step }: FileStep): boolean =>
  step === 'written' || step === 'edited' || step === 'gone' || step === 'moved' || step === 'copied'

/** Where links lead. */
interface Links {
  linkedWith(path: string): readonly string[]
  linkedBelow(path: string): readonly string[]
}

/** What ran, with the files that it may have changed through links. To remove a folder removes the links in it alone. */
const throughLinks = (step: Ran, links: Links): Ran => {
  const { effect } = step
  if (effect.kind !== 'paths') return step
  const { written, removed, moved } = effect
  const named = [...written, ...removed, ...moved.flatMap(({ from, to }) => [from, to])]
  const others = [...named.flatMap((path) => links.linkedWith(path)), ...written.flatMap((path) => links.linkedBelow(path))]
  return others.length === 0 ? step : { ...step, effect: { ...effect, written: [...new Set([...written, ...others])] } }
}

/** Paths that may be one file: in another case, or with the two names of `/tmp` on macOS. */
export class Spellings {
  readonly #paths = new Map<string, ReadonlySet<string>>()

  copy(): Spellings {
    const copy = new Spellings()
    for (const [key, paths] of this.#paths) copy.#paths.set(key, paths)
    return copy
  }

  /** The steps, and doubts of files that may be those that they change. */
  after(steps: readonly FileStep[], links: Links): readonly FileStep[] {
    return steps.flatMap((step): readonly FileStep[] => {
      if (step.step === 'ran') return [throughLinks(step, links)]
      const others = pathsOf(step).flatMap((path) => [...this.#othersOf(path), ...links.linkedWith(path)])
      if (others.length === 0 || !isChange(step)) return [step]
      return [step, { step: 'ran', effect: { kind: 'paths', written: others, removed: [], moved: [] }, except: pathsOf(step) }]
    })
  }

  #othersOf(path: string): readonly string[] {
    if (!ignoresCase.test(path)) return []
    const key = comparable(path)
    const known = this.#paths.get(key) ?? new Set<string>()
    if (!known.has(path)) this.#paths.set(key, new Set([...known, path]))
    return [...known].filter((other) => other !== path)
  }
}
