/** The first page of a document that is text: pages are divided by form feeds. */
export const firstPage = (text: string): string => text.replace(/^\f+/, '').split('\f', 1)[0] ?? ''
