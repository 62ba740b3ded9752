import { EMBED_SOURCES } from '@/blocks/media/embeds'

/**
 * The headers of every response, errors included (R31). Scripts come from our own origin only and never inline;
 * pictures and media may be linked from anywhere over https, frames only from the hosts whose players can be embedded.
 */
export function securityHeaders(publicUrl: string): Record<string, string> {
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
    "frame-ancestors 'self'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy':
      'camera=(self), microphone=(self), display-capture=(self), geolocation=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'SAMEORIGIN',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}
