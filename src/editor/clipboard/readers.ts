type Markdown = typeof import('@/blocks/markdown')
type Html = typeof import('@/blocks/html/read')

let markdownModule: Markdown | null = null
let htmlModule: Html | null = null

/**
 * Fetches the readers and writers that copying and pasting need and showing a page does not. Resolves when they are
 * there. A failure (offline) is met again by the next editor.
 */
export function loadReaders(): Promise<void> {
  return Promise.all([import('@/blocks/markdown'), import('@/blocks/html/read')]).then(
    ([markdown, html]) => {
      markdownModule = markdown
      htmlModule = html
    },
    () => undefined,
  )
}

/** Markdown in and out, or null in the first moments of a page: then text is copied as it reads. */
export const markdown = (): Markdown | null => markdownModule

/** HTML of other programs in, or null in the first moments. */
export const foreignHtml = (): Html | null => htmlModule
