import { EMBED_SOURCES } from '@/blocks/media/embeds'

/**
 * The headers of every response, errors included (R31). Scripts come from our own origin only and never inline;
 * pictures and media may be linked from anywhere over https, frames only from the hosts whose players can be embedded.
 * `embedOrigins`: the other origins that may show our pages in a frame.
 */
export function securityHeaders(
  publicUrl: string,
  embedOrigins: readonly string[] = [],
): Record<string, string> {
  const socket = publicUrl.replace(/^http/, 'ws')
  const policy = [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob: https:",
    `frame-src 'self' ${EMBED_SOURCES.join(' ')}`,
    `connect-src 'self' ${socket}`,
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    frameAncestors(embedOrigins),
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy':
      'camera=(self), microphone=(self), display-capture=(self), geolocation=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // It can name no other origin; browsers that know the policy do not need it.
    ...(embedOrigins.length === 0 && { 'x-frame-options': 'SAMEORIGIN' }),
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

/** The part of a policy that says who may show a page in a frame. */
export const frameAncestors = (embedOrigins: readonly string[]): string =>
  ["frame-ancestors 'self'", ...embedOrigins].join(' ')
