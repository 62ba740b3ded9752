import { expect, test } from 'vitest'
import { ownAddress } from './public-blocks'

const ID = '0123456789abcdefghjk'
const ORIGIN = 'https://sheaf.example'

test.each([
  `/${ID}`,
  `/project-brief-${ID}`,
  `/preview/project-brief-${ID}`,
  `${ORIGIN}/${'x'.repeat(10_000)}-${ID}`,
  `/%E4%BC%9A-${ID}`,
])(
  'the link %j to a page of ours is known as one, so that a private page stays hidden behind it',
  (address) => {
    expect(ownAddress(`${address}?find=a#block`, ORIGIN)).toEqual({ id: ID, rest: '?find=a#block' })
  },
)

test.each([`https://elsewhere.example/${ID}`, `/api/files/${ID}`, '/a.b', '/'])(
  'the link %j leads to no page of ours',
  (address) => {
    expect(ownAddress(address, ORIGIN)).toBeNull()
  },
)
