/** Text on one line: each run of white space is a space. */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
