/** The comments among the panels beside the page. */
export const COMMENTS_PANEL = 'comments'
