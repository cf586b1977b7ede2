/** How well a chain says itself in a format, in words. */
import type { MaterialisedView } from '../../../app/contract/materialise.ts'

export const tierWords: Readonly<Record<MaterialisedView['tier'], string>> = {
  native: 'as it is stored',
  field: 'translated field by field',
  rendered: 'translated, parts of it told in words only',
  raw: 'bytes of a format that Strata does not know',
}
