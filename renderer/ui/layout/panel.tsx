/** A dialog over the window: keeps the focus, closes with Escape, a click beside it or going back and forward. */
import { X } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { PanelHost } from './panel-host.ts'
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
  const [host, setHost] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const own = dialog.current
    setHost(own)
    own?.showModal()
    // The first button would show its tooltip, which then takes the Escape key.
    const first = own?.querySelector<HTMLElement>('[data-takes-focus]') ?? own?.querySelector<HTMLElement>('[data-first-focus], input')
    first?.focus()
    const closeOutside = (event: MouseEvent): void => {
      if (event.target === own) own?.close()
    }
    const closeAway = (): void => own?.close()
    // A tooltip takes the key from the dialog: one press is meant for both.
    const closeWithTip = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && document.querySelector('.tip') !== null) own?.close()
    }
    own?.addEventListener('mousedown', closeOutside)
    window.addEventListener('keydown', closeWithTip, true)
    window.addEventListener('popstate', closeAway)
    return () => {
      own?.removeEventListener('mousedown', closeOutside)
      window.removeEventListener('keydown', closeWithTip, true)
      window.removeEventListener('popstate', closeAway)
      // Closing gives the focus back to where it was.
      own?.close()
    }
  }, [])
  return (
    <dialog ref={dialog} className="panel" aria-label={label} onClose={onClose}>
      <PanelHost value={host}>
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
      </PanelHost>
    </dialog>
  )
}
