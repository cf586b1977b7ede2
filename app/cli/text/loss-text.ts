/** Text about the losses of a conversion. */
import type { Lost } from '../../model/chain-event.ts'
import { countText } from './format.ts'
import { printable } from './printable.ts'

const hasKind = /^(?:added|changed|collapsed|excluded|ignored|missing|moved|shortened|truncated): /

/** A line for one kind of loss; it is excluded unless its name says otherwise. */
export const lossLine = ({ what, count, why }: Lost): string =>
  `${hasKind.test(what) ? '' : 'excluded: '}${printable(what)} × ${countText(count)} (${printable(why)})\n`
