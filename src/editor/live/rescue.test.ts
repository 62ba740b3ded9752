import { expect, test } from 'vitest'
import { createRescue } from './rescue'

const block = (id: string, text: string) => ({ id, kind: 'paragraph', text: [{ text }] })

test('T1 a title that cannot be stored is kept beside what else is in danger, and a page that is stuck stays so', () => {
  const rescue = createRescue()
  rescue.parted([block('a', 'On the screen')])
  rescue.reopened({ left: [block('b', 'Nowhere')], isStuck: true })
  rescue.refused([block('title', 'Harv')])
  rescue.refused([block('title', 'Harvest')])
  expect(rescue.state.get()).toEqual({
    screen: [block('a', 'On the screen')],
    left: [block('b', 'Nowhere'), block('title', 'Harvest')],
    stage: 'stuck',
    isStored: false,
  })
  expect(rescue.isApart()).toBe(true)
})
