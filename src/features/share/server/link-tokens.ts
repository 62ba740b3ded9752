import { createHash } from 'node:crypto'

/** What the database keeps of a token. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
