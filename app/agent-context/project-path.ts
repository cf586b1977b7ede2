/** A path relative to the project where it is in it; with `/`. */
export const projectPath = (path: string, root: string): string => {
  const [plain, folder] = [path.replaceAll('\\', '/'), root.replaceAll('\\', '/').replace(/\/$/, '')]
  return plain.startsWith(`${folder}/`) ? plain.slice(folder.length + 1) : plain
}
