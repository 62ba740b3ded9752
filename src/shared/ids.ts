import { customAlphabet, nanoid } from 'nanoid'

/** A new unguessable, URL-safe id: 20 characters of 32 each, about 100 bits. Used for pages, pods and rows. */
export const newId: () => string = customAlphabet('0123456789abcdefghjkmnpqrstvwxyz', 20)

/** A new block id: 12 URL-safe characters, unique inside one page (it is also the `#hash` of the block's link). */
export const newBlockId = (): string => nanoid(12)

/** First path segments that belong to the application and can never be a document id (rulings 2). */
export const RESERVED_SEGMENTS: readonly string[] = [
  'api',
  'assets',
  'chat',
  'collab',
  'faq',
  'fonts',
  'healthz',
  'invite',
  'login',
  'memory',
  'preview',
  'privacy',
  'prompts',
  'review',
  'settings',
  'share',
  'signup',
  'stash',
  'terms',
  'user',
]
