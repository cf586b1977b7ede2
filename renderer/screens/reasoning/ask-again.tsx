/** Offers to ask again where sessions changed after the question. */
import type { ReactNode } from 'react'
import type { AskedOnce } from '../../ui/calls/use-query.ts'
import { Button } from '../../ui/layout/button.tsx'

export const AskAgain = ({ isOutdated, again }: Pick<AskedOnce<unknown>, 'isOutdated' | 'again'>): ReactNode =>
  isOutdated ? (
    <>
      <span className="faint">Sessions changed after this answer.</span>
      <Button label="Ask again" isSmall onPress={again} />
    </>
  ) : null
