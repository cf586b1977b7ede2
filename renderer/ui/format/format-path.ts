/** Paths where space is short: the end says more than the beginning. */
import { projectValue } from '../../../app/model/search/edit-search.ts'

/** Last name of a path; the whole text when it has none. */
export const baseName = (path: string): string => path.split(/[/\\]/).filter(Boolean).at(-1) ?? path

const minNameLength = 4

/** The name of a project by its folder; a very short one with the folder around it: `worktrees/2`. */
export const projectName = (path: string): string => {
  const parts = path.split(/[/\\]/).filter(Boolean)
  const last = parts.at(-1) ?? path
  return last.length >= minNameLength || parts.length < 2 ? last : parts.slice(-2).join('/')
}

/** The name of a project in a list; where another one of the list has the same name, as much of the path as distinguishes them. */
export const projectLabel = (project: string, projects: readonly string[]): string => {
  const name = projectName(project)
  const isShared = projects.some((other) => other !== project && projectName(other) === name)
  return isShared ? projectValue(project, projects) : name
}

/** Shortens in the middle to `limit` characters: `/home/me/…/app/src`. The last name stays whole as far as it fits. */
export const shortenPath = (path: string, limit: number): string => {
  if (path.length <= limit) return path
  const tail = path.slice(-Math.min(limit - 1, Math.max(Math.ceil((limit - 1) * 0.7), baseName(path).length + 1)))
  return `${path.slice(0, limit - 1 - tail.length)}…${tail}`
}

const lastParts = 2

/** The last parts of a path that is too long, which distinguish it from others: `…/worktrees/flags`. Other texts are cut at their end. */
export const endOfPath = (text: string, limit: number): string => {
  if (text.length <= limit) return text
  const parts = text.split(/[/\\]/).filter(Boolean)
  if (parts.length <= lastParts) return `${text.slice(0, limit - 1)}…`
  const end = `…/${parts.slice(-lastParts).join('/')}`
  return end.length <= limit ? end : `…${end.slice(1 - limit)}`
}

/** A path below `folder` from there; the folder itself as `.`; any other path unchanged. */
export const pathInside = (path: string, folder: string | null): string => {
  if (folder === null || folder === '' || !path.startsWith(folder)) return path
  const rest = path.slice(folder.length)
  if (rest === '' || rest === '/') return '.'
  if (/[/\\]$/.test(folder)) return rest
  return /^[/\\]/.test(rest) ? rest.slice(1) : path
}
