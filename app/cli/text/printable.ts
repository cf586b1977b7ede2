/** Makes text safe to print: what would steer the terminal, reorder the line or hide in it is shown, not obeyed. */

/**
 * Control characters but tab and newline; separators of lines and paragraphs; marks that turn the direction of text (Unicode UAX 9);
 * characters without width, and tags. Joiners stay where scripts and emoji need them.
 */
const steering =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]|(?<![\p{Extended_Pictographic}\p{M}\p{Script=Arabic}\u{1f3fb}-\u{1f3ff}])[\u200c\u200d]/gu

/** As JSON writes it. */
const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')

const shown = (character: string): string => {
  const code = character.charCodeAt(0)
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : escaped(character)
}

/** Text of any number of lines, its tabs as they are. */
export const visible = (text: string): string => text.replaceAll('\r\n', '\n').replaceAll(steering, shown)

/** Text of any number of lines. */
export const printable = (text: string): string => visible(text).replaceAll('\t', '    ')

/** Text on one line. */
export const printableLine = (text: string): string => printable(text.replaceAll(/\s+/gu, ' ').trim())
