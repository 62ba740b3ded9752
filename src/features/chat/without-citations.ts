/** An answer without its links to passages: their numbers mean nothing elsewhere. */
export const withoutCitations = (text: string): string => text.replace(/ ?\[\d+\]\(\/[\w-]+#[^)\s]*\)/g, '')
