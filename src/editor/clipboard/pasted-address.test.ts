import { describe, expect, it } from 'vitest'
import { pageAt } from './pasted-address'

const origin = 'https://sheaf.example'
const id = '0123456789abcdefghjk'

describe('pageAt', () => {
  it('knows a page of this server by its id and by the words before it', () => {
    expect(pageAt(`${origin}/${id}`, origin)).toBe(`/${id}`)
    expect(pageAt(`${origin}/plan-of-the-week-${id}/`, origin)).toBe(`/${id}`)
  })

  it('leaves places in a page, other paths and other servers to be links', () => {
    for (const address of [
      `${origin}/${id}#block`,
      `${origin}/${id}?iframe=true`,
      `${origin}/preview/${id}`,
      `${origin}/`,
      `https://other.example/${id}`,
      `http://sheaf.example/${id}`,
      'mailto:ada@example.org',
      'not an address',
    ])
      expect(pageAt(address, origin), address).toBeNull()
  })
})
