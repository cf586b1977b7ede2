/** Names and texts are equal in every form that Unicode has of them. */

/** The composed form. */
export const composedForm = (text: string): string => text.normalize('NFC')

/** Names with the same folded form are one name where upper and lower case do not count. */
export const foldedName = (text: string): string => composedForm(text).toLowerCase()

export const isSameName = (one: string, other: string): boolean => one === other || composedForm(one) === composedForm(other)
