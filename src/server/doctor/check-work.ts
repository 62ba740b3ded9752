import { checkPage } from './check-page'

/** What the doctor has done in a thread of its own, so that a page that ends its reader does not end the doctor. */
export const checkWork = { check: checkPage }
export type CheckWork = typeof checkWork
