import { expect, test } from 'vitest'
import { applyBlocks, settledPage } from '@/document'
import { openTwoScreens } from './two-screens'

test('2.25 what two people write while they are apart comes together, once', () => {
  const paragraph = (id: string, text: string) => ({ id, kind: 'paragraph', text: [{ text }] })
  const start = [paragraph('a', 'one'), paragraph('b', 'two')]
  const user = (name: string) => ({ id: name, name, color: '#333333' })
  const screens = openTwoScreens(start, [user('Ada'), user('Grace')])
  const [ada, grace] = screens.sources
  const words = () => screens.sources.map(({ doc }) => settledPage(doc).blocks.map(({ text }) => text))
  applyBlocks(ada.doc, [paragraph('a', 'one, together'), paragraph('b', 'two')])
  expect(words()[1]).toEqual(words()[0])
  screens.connect(false)
  applyBlocks(ada.doc, [paragraph('a', 'one, apart'), paragraph('b', 'two')])
  applyBlocks(grace.doc, [paragraph('a', 'one, together'), paragraph('b', 'two, apart')])
  expect(words()[1]).not.toEqual(words()[0])
  screens.connect(true)
  expect(words()).toEqual([
    [[{ text: 'one, apart' }], [{ text: 'two, apart' }]],
    [[{ text: 'one, apart' }], [{ text: 'two, apart' }]],
  ])
  screens.close()
})
