/** The suggestions among the panels beside the page. */
export const SUGGESTIONS_PANEL = 'suggestions'
