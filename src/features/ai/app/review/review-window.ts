/** "Review this page" among the panels beside the page. */
export const AI_REVIEW_PANEL = 'ai-review'
