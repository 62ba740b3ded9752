import { expect, it } from 'vitest'
import { linkAttributes } from './link-attributes'

it.each(['/page', '/page#block', '#block'])('2.12 a link of ours opens where one is: %s', (url) => {
  expect(linkAttributes(url)).toEqual({ href: url })
})

it.each(['https://example.org/a', '//example.org/a', '/\\example.org/a'])(
  'R30 a link elsewhere opens in a tab of its own, which knows nothing of this one: %s',
  (url) => {
    expect(linkAttributes(url)).toEqual({ href: url, target: '_blank', rel: 'noopener noreferrer nofollow' })
  },
)
