/** Tokens of a part of a context. No client records them: they are estimated from characters, and never shown as recorded. */

/** UTF-16 code units a token: the median of recorded replies, by what each added to its context (a tenth has fewer than 1.91, a tenth more than 3.35). */
export const charsPerToken = 2.69

export const aboutTokens = (chars: number): number => Math.round(chars / charsPerToken)
