/** The name that a file dialog suggests. */
import path from 'node:path'

/** Only a name: folders in it, and what a file system or a person would stumble over, are left out. */
export function suggestedName(name: string): string {
  const plain = path
    .basename(name.replaceAll('\\', '/'))
    .replaceAll(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .replace(/^\.+/, '')
  return plain === '' ? 'strata' : plain
}
