/** An answer without its links to passages: their numbers mean nothing elsewhere. */
export const withoutCitations = (text: string): string =>
  text.replace(/ ?\[\d{1,6}\]\(\/[\w-]{1,64}#[^)\s]{0,200}\)/g, '')
