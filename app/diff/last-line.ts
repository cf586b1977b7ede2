/** The end of a text: a last line without a line feed is another line than the same one with it. */

/** At the end of a last line that no line feed ends: so it differs from a line that one ends. */
export const noLineFeed = '\0'
