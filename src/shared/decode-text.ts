import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'

const NOT_TEXT = () => t('This file is not text. Choose a text file saved as UTF-8.')

/** The text in a file. Its content decides, not its name: anything but UTF-8 (or UTF-16 that says so) is refused. */
export function decodeText(bytes: Uint8Array): string {
  const utf16 = utf16In(bytes)
  if (utf16 === null && bytes.includes(0)) throw new AppError('bad-input', NOT_TEXT())
  try {
    return new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('bad-input', NOT_TEXT(), { cause })
  }
}

const utf16In = (bytes: Uint8Array): string | null => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
}

/**
 * The same of files that programs on Windows may have written: anything but UTF-8 is windows-1252, unless it looks binary, like damaged UTF-8,
 * or like another script.
 */
export function decodeOlderText(bytes: Uint8Array): string {
  try {
    return decodeText(bytes)
  } catch (error) {
    if (utf16In(bytes) !== null || looksBinary(bytes) || !looksWestern(bytes)) throw error
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Text has at most one control character in this number of bytes. Windows-1252 leaves five bytes of the upper half unused. */
const BYTES_PER_CONTROL = 100
const UNUSED = new Set([0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d])
/** Tab, line feed, form feed, carriage return, and the end that DOS put behind a text. */
const SPACES = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1a])

function looksBinary(bytes: Uint8Array): boolean {
  let controls = 0
  for (const byte of bytes) {
    if (byte === 0) return true
    if ((byte < 0x20 && !SPACES.has(byte)) || UNUSED.has(byte)) controls++
  }
  return controls * BYTES_PER_CONTROL > bytes.length
}

/** In the languages of Western Europe few letters are none of ASCII's; in Russian or Chinese nearly all of them. A word or two may say nothing. */
const MOST_HIGH = 0.5
const FEW = 8

function looksWestern(bytes: Uint8Array): boolean {
  let high = 0
  let letters = 0
  for (const byte of bytes) {
    if (byte >= 0xc0) high++
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) letters++
  }
  if (high > FEW && high > (high + letters) * MOST_HIGH) return false
  // What is UTF-8 for the most part is UTF-8 that was cut or changed.
  let damaged = 0
  let sound = 0
  for (const character of new TextDecoder('utf-8').decode(bytes)) {
    if (character === '\ufffd') damaged++
    else if (character > '\x7f') sound++
  }
  return sound < damaged
}

/** Where the encoding of an HTML file has to be said, and how: `<meta charset="…">`, or in the `content` of one. */
const HEAD_BYTES = 1024
const CHARSET = /<meta\s[^<>]*?\bcharset\s*=\s*["']?\s*([\w.:-]{1,40})/i

/** The text of an HTML file, in the encoding that it declares. Where it declares none or a wrong one, it is read as other text. */
export function decodeHtml(bytes: Uint8Array): string {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, HEAD_BYTES))
  const label = CHARSET.exec(head)?.[1]
  const startsWithMark = utf16In(bytes) !== null || head.startsWith('ï»¿')
  // A file that can be read up to here is not UTF-16, whatever it says.
  if (label === undefined || startsWithMark || /^utf-?(?:8|16)/i.test(label)) return decodeOlderText(bytes)
  if (bytes.includes(0)) throw new AppError('bad-input', NOT_TEXT())
  try {
    const decoder = new TextDecoder(label, { fatal: true })
    if (!/^utf-(?:8|16)/.test(decoder.encoding)) return decoder.decode(bytes)
  } catch {
    // It is not what it says.
  }
  return decodeOlderText(bytes)
}
