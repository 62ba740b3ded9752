/* What the browser and the server say of visitors who read a page by a secret link. */

/** Where they are told of changes; the page's id follows. */
export const VISIT_PATH = '/collab/visit/'

/** With this code their socket is closed when no link of theirs opens the page. */
export const NOT_HERE = 4404
