type Markdown = typeof import('@/blocks/markdown')

let loaded: Markdown | null = null

/**
 * Fetches the reader and writer of Markdown, which copying and pasting need and showing a page does not. Called when
 * an editor has come up; a failure (offline) is met again by the next editor.
 */
export function loadMarkdown(): void {
  import('@/blocks/markdown').then(
    (module) => {
      loaded = module
    },
    () => undefined,
  )
}

/** The reader and writer, or null in the first moments of a page: then text is copied and pasted as it reads. */
export const markdown = (): Markdown | null => loaded
