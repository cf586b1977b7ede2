/** The name that a file dialog suggests. */
import path from 'node:path'

/** Only a name: folders, and characters that confuse a file system or a person, are removed. */
export function suggestedName(name: string): string {
  const plain = path
    .basename(name.replaceAll('\\', '/'))
    .replaceAll(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .replace(/^\.+/, '')
  return plain === '' ? 'strata' : plain
}
