type Markdown = typeof import('@/blocks/markdown')
type Html = typeof import('@/blocks/html/read')
type PasteCode = typeof import('./paste-code')

let markdownModule: Markdown | null = null
let htmlModule: Html | null = null
let pasteModule: PasteCode | null = null

/**
 * Fetches the readers and writers that copying and pasting need and showing a page does not. Called when an editor
 * has come up, and by a paste that came before them; resolves when they are there, or can not be had (offline).
 */
export function loadReaders(): Promise<void> {
  return Promise.all([
    import('@/blocks/markdown'),
    import('@/blocks/html/read'),
    import('./paste-code'),
  ]).then(
    ([markdown, html, paste]) => {
      markdownModule = markdown
      htmlModule = html
      pasteModule = paste
    },
    () => undefined,
  )
}

/** Markdown in and out, or null in the first moments of a page: then text is copied as it reads. */
export const markdown = (): Markdown | null => markdownModule

/** HTML of other programs in, or null in the first moments. */
export const foreignHtml = (): Html | null => htmlModule

/** What reads a clipboard; null in the first moments: a paste waits for it (`held-paste.ts`). */
export const pasteCode = (): PasteCode | null => pasteModule
