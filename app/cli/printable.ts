/** Makes text from transcripts safe to print: what would steer the terminal or reorder the line is shown, not obeyed. */

// Control characters but tab and newline; marks that turn the direction of text (Unicode UAX 9).
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]/g

const shown = (character: string): string => {
  const code = character.charCodeAt(0)
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '�'
}

/** Text of any number of lines. */
export const printable = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll(steering, shown).replaceAll('\t', '    ')

/** Text on one line. */
export const printableLine = (text: string): string => printable(text.replaceAll(/\s+/gu, ' ').trim())
