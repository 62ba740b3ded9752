import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'

const NOT_TEXT = () => t('This file is not text. Choose a text file saved as UTF-8.')

/** The text in a file. Its content decides, not its name: anything but UTF-8 (or UTF-16 that says so) is refused. */
export function decodeText(bytes: Uint8Array): string {
  const utf16 =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : null
  if (utf16 === null && bytes.includes(0)) throw new AppError('bad-input', NOT_TEXT())
  try {
    return new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new AppError('bad-input', NOT_TEXT(), { cause })
  }
}
