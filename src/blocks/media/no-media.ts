import { createContext } from 'react'

/**
 * `true` leaves pictures, videos, sound, files and embeds out of read-only pages, as `disableMedia` asks (product.md
 * 2.13).
 */
export const NoMediaContext = createContext(false)
