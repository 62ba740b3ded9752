/** Who somebody is to the others on a page. */
export interface PageUser {
  id: string
  name: string
  /** `#rrggbb` */
  color: string
  /** The address of their picture on this server. */
  avatarUrl?: string | null
  /** When they last moved their caret or came, as the server saw it (ISO 8601). */
  lastSeen?: string | null
}

/** What the server writes into the awareness state of somebody on a page (product.md 3.15), whatever their browser says. */
export interface Presence extends PageUser {
  /** The account; null for somebody without one. */
  userId: string | null
  /** What somebody without an account goes by; null for an account. */
  publicUserId: string | null
  /** What they are called on the screen, also when they have given no name. */
  displayName: string
  /** Their initials, where the picture cannot be shown. */
  avatar: string
  avatarUrl: string | null
  isLoggedIn: boolean
  lastSeen: string
}

const COLOR = /^#[0-9a-f]{6}$/i
const PICTURE = /^\/api\/avatars\/(?:[\w/-]{1,80}\.svg|own\/[\w-]{1,64})$/

/**
 * The person behind an awareness state, or null when it names nobody properly. The server writes who it is; the check
 * is made again here, because a colour goes into a style (R17).
 */
export function presentUser(state: unknown): PageUser | null {
  const user = (state as { user?: unknown } | null)?.user
  if (typeof user !== 'object' || user === null) return null
  const { id, name, displayName, color, avatarUrl, lastSeen } = user as Record<string, unknown>
  if (typeof id !== 'string' || typeof name !== 'string' || typeof color !== 'string') return null
  if (!COLOR.test(color)) return null
  const picture = typeof avatarUrl === 'string' && PICTURE.test(avatarUrl) ? avatarUrl : null
  const shown = typeof displayName === 'string' && displayName !== '' ? displayName : name
  const seen = typeof lastSeen === 'string' && !Number.isNaN(Date.parse(lastSeen)) ? lastSeen : null
  return { id, name: shown.slice(0, 80), color, avatarUrl: picture, lastSeen: seen }
}

/** Ten, as product.md 9.10 wants it. */
export const PRESENCE_COLORS = [
  '#c0392b',
  '#b0561b',
  '#8a6d0b',
  '#3f7d2b',
  '#0f7b6c',
  '#1f6feb',
  '#5b5bd6',
  '#8e44ad',
  '#b83280',
  '#4f5d73',
]

/** The colour that a person has everywhere: always the same for the same id, 4.5:1 or better under white text. */
export function colorOf(userId: string): string {
  let hash = 0
  for (let i = 0; i < userId.length; i++) hash = (hash * 31 + userId.charCodeAt(i)) | 0
  return PRESENCE_COLORS[Math.abs(hash) % PRESENCE_COLORS.length] as string
}
