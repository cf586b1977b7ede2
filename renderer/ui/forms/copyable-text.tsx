/** A text, such as a path, with a button that copies it. */
import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../layout/button.tsx'
import { copyText } from '../layout/notice.ts'
import '../layout/sections.css'

export interface CopyableTextProps {
  readonly text: string
  /** The name of the text: “the path of the store”. */
  readonly what: string
  /** False: it is no path and no name. */
  readonly isMono?: boolean
  /** Further actions. */
  readonly children?: ReactNode
}

export const CopyableText = ({ text, what, isMono = true, children }: CopyableTextProps): ReactNode => (
  <span className="section-path">
    <span className={isMono ? 'mono' : ''}>{text}</span>
    <Button
      label={`Copy ${what}`}
      isIconOnly
      isSmall
      look="quiet"
      icon={<Copy size={14} aria-hidden="true" />}
      onPress={() => copyText(text, what)}
    />
    {children}
  </span>
)
