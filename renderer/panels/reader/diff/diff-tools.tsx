/** How edits are shown: in one column or side by side, wrapped or not. */
import { Columns2, Rows2, TextWrap } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/layout/button.tsx'
import { useDiffLook } from './diff-look.ts'

export const DiffTools = (): ReactNode => {
  const look = useDiffLook()
  return (
    <div className="diff-tools">
      <Button
        label={look.isBeside ? 'Show edits in one column' : 'Show edits side by side'}
        isIconOnly
        isSmall
        look="quiet"
        chord="d"
        icon={look.isBeside ? <Rows2 size={14} aria-hidden="true" /> : <Columns2 size={14} aria-hidden="true" />}
        onPress={look.toggleBeside}
      />
      <WrapButton />
    </div>
  )
}

export const WrapButton = (): ReactNode => {
  const look = useDiffLook()
  return (
    <Button
      label="Wrap long lines"
      isIconOnly
      isSmall
      look="quiet"
      chord="Shift+W"
      isPressed={look.isWrapped}
      icon={<TextWrap size={14} aria-hidden="true" />}
      onPress={look.toggleWrapped}
    />
  )
}
