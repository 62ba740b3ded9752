import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { GAP, type Placed, placeCards } from './place-cards'

const arbitraryCards = fc
  .array(
    fc.record({ wanted: fc.integer({ min: 0, max: 3000 }), height: fc.integer({ min: 20, max: 400 }) }),
    { minLength: 1, maxLength: 40 },
  )
  .map((cards) =>
    cards.sort((a, b) => a.wanted - b.wanted).map((card, i): Placed => ({ id: `c${i}`, ...card })),
  )

const arbitrary = arbitraryCards.chain((cards) =>
  fc.record({
    cards: fc.constant(cards),
    active: fc.option(fc.constantFrom(...cards.map(({ id }) => id)), { nil: null }),
  }),
)

describe('2.34 cards beside the page', () => {
  test('keep their order, with 10 pixels between them', () => {
    fc.assert(
      fc.property(arbitrary, ({ cards, active }) => {
        const tops = placeCards(cards, active)
        for (let i = 1; i < cards.length; i++)
          expect(tops[i]! - (tops[i - 1]! + cards[i - 1]!.height)).toBeGreaterThanOrEqual(GAP)
      }),
    )
  })

  test('the active one stands exactly beside its text', () => {
    fc.assert(
      fc.property(arbitrary, ({ cards, active }) => {
        const at = cards.findIndex(({ id }) => id === active)
        if (at >= 0) expect(placeCards(cards, active)[at]).toBe(cards[at]!.wanted)
      }),
    )
  })

  test('none moves further from its text than the others need', () => {
    fc.assert(
      fc.property(arbitrary, ({ cards, active }) => {
        const all = cards.reduce((sum, { height }) => sum + height + GAP, 0)
        placeCards(cards, active).forEach((top, i) => {
          expect(Math.abs(top - cards[i]!.wanted)).toBeLessThanOrEqual(all)
        })
      }),
    )
  })

  test('where there is room for all, each stands beside its text', () => {
    fc.assert(
      fc.property(arbitrary, ({ cards, active }) => {
        let end = 0
        const roomy = cards.map((card) => {
          const wanted = end + GAP
          end = wanted + card.height
          return { ...card, wanted }
        })
        expect(placeCards(roomy, active)).toEqual(roomy.map(({ wanted }) => wanted))
      }),
    )
  })

  test('a card that is not there is active for nobody', () => {
    fc.assert(
      fc.property(arbitraryCards, (cards) => {
        expect(placeCards(cards, 'gone')).toEqual(placeCards(cards, null))
      }),
    )
  })
})
