import { digest } from 'lib0/hash/sha256'

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The SHA-256 of a text in hexadecimal digits, also where the page is not served by HTTPS and the browser's own may not be used. */
export const hashOf = (text: string): string => hex(digest(new TextEncoder().encode(text)))
