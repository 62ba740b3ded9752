export type ReviewCode = typeof import('./open-review')

/** The code of the review. It is fetched when the page has settled, so that a mode that is chosen holds from the next key on. */
export const reviewCode: { loaded: ReviewCode | null; preload(): Promise<ReviewCode> } = {
  loaded: null,
  async preload() {
    reviewCode.loaded ??= await import('./open-review')
    return reviewCode.loaded
  },
}
