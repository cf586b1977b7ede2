/** A shortcut as key caps. */
import type { ReactNode } from 'react'
import { keyCaps } from './chord.ts'
import '../charts/tip.css'

const isMac = navigator.userAgent.includes('Mac')

export const KeyCaps = ({ chord }: { readonly chord: string }): ReactNode => (
  <span className="keys">
    {keyCaps(chord, isMac).map((cap, place) => (
      <kbd key={`${place}-${cap}`}>{cap}</kbd>
    ))}
  </span>
)
