/** The files of a session as bytes, and where they lie. */
import { projectFolder, type Line, type Session } from './session.ts'

export function lineText(line: Line): string {
  return line.kind === 'raw' ? line.text : JSON.stringify(line.record)
}

function bytesOf(lines: readonly Line[], torn: boolean): Buffer {
  const texts = lines.map(lineText)
  if (!torn) return Buffer.from(texts.map((text) => `${text}\n`).join(''))
  const last = texts.at(-1) ?? ''
  return Buffer.from([...texts.slice(0, -1), last.slice(0, Math.ceil(last.length / 2))].join('\n'))
}

/** Path of the main file below `projects/`. */
export function mainPath(session: Session): string {
  return `${projectFolder(session.cwd)}/${session.id}.jsonl`
}

/** Every file of a session by its path below `projects/`; a torn one ends in the middle of its last line. */
export function sessionFiles(session: Session, torn: boolean): ReadonlyMap<string, Buffer> {
  const others = [...session.otherFiles].map(([path, lines]) => [path, bytesOf(lines, false)] as const)
  return new Map([[mainPath(session), bytesOf(session.main, torn)] as const, ...others])
}

/** Adds the file that holds a tool's output when that is too long for a record; gives its path below `projects/`. */
export function addOutputFile(session: Session, name: string, text: string): string {
  const path = `${projectFolder(session.cwd)}/${session.id}/tool-results/${name}.txt`
  session.otherFiles.set(path, [{ kind: 'raw', text }])
  return path
}
