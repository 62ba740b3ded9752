import { createHash } from 'node:crypto'

/** What the database keeps of a token that opens something: its SHA-256 as base64url. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
