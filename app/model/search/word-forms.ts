/** The usual forms of an English word: a search for one finds the others. Only endings are known, no meanings and no exceptions. */

const minLetters = 4
const letters = /^[a-z]+$/
const hissing = /(?:s|x|z|ch|sh)$/
const shortSyllable = /^[^aeiou]*[aeiou][^aeiouwxy]$/

const withoutDouble = (stem: string): string => (/([^aeiousl])\1$/.test(stem) ? stem.slice(0, -1) : stem)

/** Words of which the word may be a form, itself first. */
const stemsOf = (word: string): readonly string[] => {
  if (word.endsWith('ies') && word.length > 4) return [word, `${word.slice(0, -3)}y`]
  if (word.endsWith('ied') && word.length > 4) return [word, `${word.slice(0, -3)}y`]
  if (word.endsWith('ing') && word.length > 5) return [word, withoutDouble(word.slice(0, -3)), `${word.slice(0, -3)}e`]
  if (word.endsWith('ed') && word.length > 4) return [word, withoutDouble(word.slice(0, -2)), word.slice(0, -1)]
  if (word.endsWith('es') && hissing.test(word.slice(0, -2))) return [word, word.slice(0, -2), word.slice(0, -1)]
  if (/[^su]s$/.test(word) && !word.endsWith('is')) return [word, word.slice(0, -1)]
  return [word]
}

const inflected = (stem: string): readonly string[] => {
  if (/[^aeiou]y$/.test(stem)) {
    const short = stem.slice(0, -1)
    return [`${short}ies`, `${short}ied`, `${stem}ing`]
  }
  if (stem.endsWith('e')) return [`${stem}s`, `${stem}d`, `${stem.slice(0, -1)}ing`]
  const doubled = shortSyllable.test(stem) ? [`${stem}${stem.at(-1) ?? ''}ed`, `${stem}${stem.at(-1) ?? ''}ing`] : []
  return [hissing.test(stem) ? `${stem}es` : `${stem}s`, `${stem}ed`, `${stem}ing`, ...doubled]
}

/** The word itself first. Short words, names with digits and words of other scripts have no other forms. */
export const wordForms = (word: string): readonly string[] => {
  if (word.length < minLetters || !letters.test(word)) return [word]
  const stems = stemsOf(word)
  // What remains of a short word may be anything.
  const known = stems.filter((stem) => stem.length >= minLetters - 1)
  const bases = known.length > 1 ? known.slice(1) : known
  return [...new Set([word, ...bases, ...bases.flatMap(inflected)])]
}
