import { expect, it } from 'vitest'
import { contentDisposition } from './content-disposition'

it('the header holds ASCII only, and every script', () => {
  expect(contentDisposition(`日本 "q" 'a'.md`)).toBe(
    `attachment; filename="__ _q_ 'a'.md"; filename*=UTF-8''%E6%97%A5%E6%9C%AC%20%22q%22%20%27a%27.md`,
  )
})
