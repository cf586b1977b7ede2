/** A path in one line: where space is short the folder is cut, the file's name stays. */
import type { ReactNode } from 'react'
import { baseName } from '../format/format-path.ts'
import './path-text.css'

export interface PathTextProps {
  readonly path: string
  /** The text after the name, for example `:12`. */
  readonly end?: string
}

export const PathText = ({ path, end = '' }: PathTextProps): ReactNode => {
  const name = baseName(path)
  const at = path.lastIndexOf(name)
  return (
    <span className="path-text" title={path}>
      <span className="path-folder">{path.slice(0, Math.max(0, at))}</span>
      <span className="path-name">{`${path.slice(Math.max(0, at))}${end}`}</span>
    </span>
  )
}
