/** A dialog over the window: keeps the focus, closes with Escape or a click beside it. */
import { X } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import './panel.css'

export interface PanelProps {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Without a heading the panel draws its own. */
  readonly heading?: string
}

/** Marks what takes the focus in a panel when it opens; else the heading or the first field does. */
export const takesFocus = { 'data-takes-focus': '' } as const

export const Panel = ({ label, onClose, children, heading }: PanelProps): ReactNode => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const own = dialog.current
    own?.showModal()
    // The first button would show its tooltip, which then takes the Escape key.
    const first = own?.querySelector<HTMLElement>('[data-takes-focus]') ?? own?.querySelector<HTMLElement>('[data-first-focus], input')
    first?.focus()
    const closeOutside = (event: MouseEvent): void => {
      if (event.target === own) own?.close()
    }
    own?.addEventListener('mousedown', closeOutside)
    return () => {
      own?.removeEventListener('mousedown', closeOutside)
      // Closing gives the focus back to where it was.
      own?.close()
    }
  }, [])
  return (
    <dialog ref={dialog} className="panel" aria-label={label} onClose={onClose}>
      {heading === undefined ? null : (
        <div className="panel-head">
          <h2 tabIndex={-1} data-first-focus>
            {heading}
          </h2>
          <Button
            label="Close"
            isIconOnly
            look="quiet"
            chord="Esc"
            icon={<X size={16} aria-hidden="true" />}
            onPress={() => dialog.current?.close()}
          />
        </div>
      )}
      {children}
    </dialog>
  )
}
