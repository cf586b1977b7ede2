/** A command to run next, in full, to copy. */
import { Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../layout/button.tsx'
import { copyText } from '../layout/notice.ts'
import './forms.css'

export interface NextCommandProps {
  /** The effect of the command, for example “Continue in Claude Code”. */
  readonly label: string
  readonly command: string
}

export const NextCommand = ({ label, command }: NextCommandProps): ReactNode => (
  <div className="next-command" role="group" aria-label={label}>
    <span className="next-label">{label}</span>
    <code>{command}</code>
    <Button
      label={`Copy command: ${label}`}
      isIconOnly
      isSmall
      look="quiet"
      icon={<Copy size={14} aria-hidden="true" />}
      onPress={() => copyText(command, 'the command')}
    />
  </div>
)
