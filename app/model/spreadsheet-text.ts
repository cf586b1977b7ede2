/** Texts in CSV that a spreadsheet would run as a formula, and how they are written so that it does not. */

/** Patterns for JavaScript and for RE2 alike: what a formula begins with, and texts that begin so and are numbers. */
export const formulaPattern = '^[=+\\-@\\t\\r]'
export const numberPattern = '^[+-]?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?$'
/** A spreadsheet takes what follows it for text. */
export const textMark = "'"

const formula = new RegExp(formulaPattern, 'u')
const number = new RegExp(numberPattern, 'u')

/** The text as a cell of CSV that stays a text in a spreadsheet. */
export const spreadsheetText = (text: string): string => (formula.test(text) && !number.test(text) ? `${textMark}${text}` : text)
