import { expect, test } from 'vitest'
import { iconNames } from '@/blocks/icon/drawings'
import { drawingIcon } from '@/blocks/icon/page-icon'
import { COLORS } from '@/blocks/kit/colors'
import { PageProperties } from './page-properties'

test('rulings 6: every icon that a page can have goes out and comes back', () => {
  const longest = [...COLORS].sort((a, b) => b.length - a.length)[0]!
  const icons = [...iconNames.map((name) => drawingIcon(name, longest, true)), '🌳', '1️⃣', '👩🏽‍🚀']
  expect(icons.filter((icon) => PageProperties.parse({ icon }).icon !== icon)).toEqual([])
})

test.each(['Hello world', '<b>', 'ROCKET', 'rocket:mauve', '', 17, null])(
  '%j is no icon, and the rest of the page comes all the same',
  (icon) => {
    expect(PageProperties.parse({ icon, smallText: true })).toEqual({ smallText: true })
  },
)
