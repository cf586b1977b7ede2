/** A text whose first letter is a capital: engine texts and names of kinds as labels. */
export const sentenceCase = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
