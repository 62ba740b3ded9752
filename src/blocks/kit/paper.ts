import { createContext } from 'react'

/** Where pages are drawn on paper: nothing plays there, and nothing is fetched that was not brought along. */
export interface Paper {
  /** Where the bytes of a picture are, or `null` when it is not brought along: its place is taken by a link. */
  picture(url: string): string | null
}

/** The paper that a page is drawn on; `null` for pages on a screen. */
export const PaperContext = createContext<Paper | null>(null)
