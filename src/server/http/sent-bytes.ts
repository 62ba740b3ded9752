/**
 * Bytes as the body of an answer, by reference: while many are sent the same, it is in memory once. Nobody may write into
 * them any more. The types of the DOM want memory that no two threads share, and ours never is.
 */
export const sentBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => bytes as Uint8Array<ArrayBuffer>
