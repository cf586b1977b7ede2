/** The words of a person in the result of a call that they refused; undefined: there are none. */
export const wordsOfRefusal = (text: string): string | undefined => {
  const [, words] = /(?:the user said:|provided the following reason for the rejection:|feedback:)\s*([^]+)$/i.exec(text) ?? []
  return (
    words
      ?.replace(/\n\nNote: The user's next message[^]*$/, '')
      .trim()
      .replace(/^$/, '') || undefined
  )
}
