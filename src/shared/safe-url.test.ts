import { describe, expect, it } from 'vitest'
import { safeUrl } from './safe-url'

describe('R30 addresses that a link may lead to', () => {
  it.each([
    'https://example.org/a?b=c&d=e#f',
    'http://example.org:8080/(x)',
    'HTTPS://EXAMPLE.ORG',
    'mailto:a@example.org?subject=x',
    'tel:+49-30-1',
    '/page',
    '#block',
    '?q=a:b',
    'docs/read me.md',
    './a:b',
    '//example.org/x',
    'https://example.org/%6a%61vascript:x',
    'https://example.org/?next=javascript:x',
  ])('R30 keeps %s', (url) => expect(safeUrl(url)).toBe(url))

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript\u200b:alert(1)',
    'javascript&colon;alert(1)',
    'javascript&#58;alert(1)',
    'javascript&#x3A;alert(1)',
    '&#106;avascript:alert(1)',
    'java&Tab;script:alert(1)',
    'java&NewLine;script:alert(1)',
    'javascript%3Aalert(1)',
    'data:text/html,<script>x</script>',
    'DATA:text/html;base64,PHN2Zz4=',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://example.org/x',
    'view-source:https://example.org',
    'https://example.org/\u202ecod.exe',
    'https://example.org/\0',
    '',
    '   ',
    'x'.repeat(5000),
    null,
    undefined,
    { toString: () => 'https://example.org' },
  ])('R30 drops %j', (url) => expect(safeUrl(url)).toBeNull())
})
