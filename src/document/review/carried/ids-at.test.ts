import { tableKinds } from '@test/document/test-people'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { BOUNDS } from '@/shared/limits'
import { textOf } from '../../format/layout'
import { PageIndex } from '../../page-index/page-index'
import { idsAt } from './ids-at'

test('characters that stand before the first block have their ids too', () => {
  const doc = new Y.Doc()
  doc.clientID = 7
  textOf(doc).insert(0, 'stray')
  const index = new PageIndex(doc, tableKinds, BOUNDS)
  const [block] = index.blocks()
  expect(idsAt(index, block!.id, 1, 3)).toEqual([{ client: 7, from: 1, to: 3 }])
  index.close()
})
