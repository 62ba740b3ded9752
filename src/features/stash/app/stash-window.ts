/** The stash among the panels beside the page. */
export const STASH_PANEL = 'stash'
