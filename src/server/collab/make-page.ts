import { askPage } from './ask-page'
import type { MadeContent } from './page-work'

/**
 * The content of a page that is about to be made, to be stored with it (`storeMade`); much of it is made in a worker, for
 * `person`. `rich` is its blocks as JSON. Throws like `askPage`.
 */
export const makePage = (
  page: { id: string; title: string; rich: string },
  person: string,
): Promise<MadeContent> => askPage('make', page, page.rich.length, person)
