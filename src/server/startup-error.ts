/**
 * What can be in the way of the server, or of a program that stands beside it, through no fault of ours: a setting, a folder or a
 * port that somebody else has. Its message alone is enough for the person who started it.
 */
export class StartupError extends Error {}
