/** The dialog that a part of the window lies in: what is drawn over the window would lie behind a dialog. */
import { createContext } from 'react'

export const PanelHost = createContext<HTMLElement | null>(null)
