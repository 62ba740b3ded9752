/** How texts become vectors that can be compared by meaning (product.md 9.1). */
export const EMBEDDING = {
  /** Numbers in a vector. */
  size: 512,
  /** Characters of a text that are read; what follows is left out. */
  mostText: 1000,
} as const

/** The text of a document for its vector (product.md 7.43): the title, a blank line, the content; without those that are empty. */
export const embeddedText = (title: string, content: string): string =>
  [title, content]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n')
    .slice(0, EMBEDDING.mostText)
