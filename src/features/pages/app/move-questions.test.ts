import { expect, test } from 'vitest'
import type { MovePreview } from '../model'
import { joinedPreview } from './move-questions'

const preview = (some: Partial<MovePreview>): MovePreview => ({
  gains: [],
  loses: [],
  moreGains: 0,
  moreLoses: 0,
  link: 'same',
  ...some,
})

test('what several moves change names everybody once, who gains or loses any of the pages', () => {
  const joined = joinedPreview([
    preview({ gains: ['Cyd', 'Ada'], moreGains: 2 }),
    preview({ gains: ['Ada', 'Bea'], loses: ['Eve'], moreGains: 1, link: 'lost' }),
    preview({}),
  ])
  expect(joined).toEqual(
    preview({ gains: ['Ada', 'Bea', 'Cyd'], loses: ['Eve'], moreGains: 2, link: 'lost' }),
  )
})

test('a link that comes to open one of them is said before one that no longer does', () => {
  expect(joinedPreview([preview({ link: 'lost' }), preview({ link: 'gained' })]).link).toBe('gained')
  expect(joinedPreview([])).toEqual(preview({}))
})
