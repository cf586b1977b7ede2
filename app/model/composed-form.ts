/** Names and texts are equal in every form that Unicode has of them. */

/** The composed form. */
export const composedForm = (text: string): string => text.normalize('NFC')

export const isSameName = (one: string, other: string): boolean => one === other || composedForm(one) === composedForm(other)
