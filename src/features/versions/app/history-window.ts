/** The history among the panels beside the page. */
export const HISTORY_PANEL = 'history'
