/**
 * The header with which a tab says whose it is, by the id of their account. A browser has one session for all of its tabs: when
 * somebody else has signed in in another one, what this tab still has to send is not theirs, and is refused like that of
 * somebody who is signed out. Pages say the same with the token of their socket.
 */
export const ACTING_AS_HEADER = 'x-sheaf-user'

/** The headers that say it; none while it is not known whose the tab is. */
export const actingAsHeaders = (userId: string | undefined): Record<string, string> =>
  userId === undefined ? {} : { [ACTING_AS_HEADER]: userId }

/** Is what a tab says about whose it is (empty: nothing) no other account than the one of the session? */
export const isSameAccount = (said: string, userId: string): boolean => said === '' || said === userId
