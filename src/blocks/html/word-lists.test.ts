import { blockStrings } from '@test/block-strings'
import { listClipboards } from '@test/list-clipboards'
import { describe, expect, it } from 'vitest'
import { parseHtml } from '../kit/conformance'
import { readHtml } from './read'

const read = (html: string) => blockStrings(readHtml(html, parseHtml).blocks)

describe('I1 lists that other programs put on the clipboard', () => {
  it.each(listClipboards)('$name', ({ html, lines }) => {
    expect(read(html)).toEqual(lines)
  })
})
