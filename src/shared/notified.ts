/* What the browser and the server say of a person's own channel, on which they hear that something is new for them. */

/** Where an open tab listens, on any screen. */
export const PERSON_PATH = '/collab/me'

/** The one word that comes: notifications are to be asked for again. */
export const NOTIFIED = 'notified'
