/** Name of the folder in which Claude Code keeps the transcripts of a working directory. */

const longest = 200

/** As Java hashes a text, 32 bits. */
const hashOf = (text: string): number => {
  let hash = 0
  for (let at = 0; at < text.length; at += 1) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return Math.abs(hash)
}

/** @param directory its real path, symlinks resolved. */
export const projectSlug = (directory: string): string => {
  const slug = directory.replace(/[^a-zA-Z0-9]/g, '-')
  return slug.length <= longest ? slug : `${slug.slice(0, longest)}-${hashOf(directory).toString(36)}`
}
