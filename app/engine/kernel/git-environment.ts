/** The environment of programs that must work in the folder they are given. */

/** Without the variables of a Git command that started this program: they name its repository, index and settings. */
export const withoutGitVariables = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')))
