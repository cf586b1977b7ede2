/** Projects as `project:` names them: by any part of their path. */

const has = (project: string, value: string): boolean => project.toLowerCase().includes(value.toLowerCase())

/** The last names of the path, as few as no other project has; otherwise the whole path. */
export const projectValue = (project: string, projects: readonly string[]): string => {
  const names = project.split(/[/\\]/).filter(Boolean)
  const separator = project.includes('/') ? '/' : '\\'
  for (let count = 1; count < names.length; count += 1) {
    const value = names.slice(-count).join(separator)
    if (projects.filter((other) => has(other, value)).length <= 1) return value
  }
  return project
}

/** The one project that a value names; undefined: none, or several. */
export const projectOf = (value: string, projects: readonly string[]): string | undefined => {
  const named = projects.filter((project) => has(project, value))
  return named.find((project) => project === value) ?? (named.length === 1 ? named[0] : undefined)
}
