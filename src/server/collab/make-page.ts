import { askPage } from './ask-page'
import type { MadeContent, PageToMake } from './page-work'

/**
 * The content of a page that is about to be made, to be stored with it (`storeMade`); much of it is made in a worker, for
 * `person`, who is the author of what is suggested of it. Throws like `askPage`.
 */
export const makePage = (page: PageToMake, person: string): Promise<MadeContent> => {
  const suggested = page.review ? JSON.stringify(page.review).length : 0
  return askPage('make', { page, author: person }, page.rich.length + 2 * suggested, person)
}
