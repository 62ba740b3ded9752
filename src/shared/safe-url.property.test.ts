import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeUrl } from './safe-url'

describe('R30 addresses that a link may lead to', () => {
  it('R30 no hidden script scheme comes through, however it is hidden', () => {
    const hidden = fc.constantFrom(
      '',
      '\t',
      '\n',
      '\r',
      '\0',
      '\u0001',
      '\u00ad',
      '\u200b',
      '\u2028',
      '\ufeff',
      ' ',
    )
    const letter = (character: string) =>
      fc.constantFrom(
        character,
        character.toUpperCase(),
        `&#${character.charCodeAt(0)};`,
        `&#x${character.charCodeAt(0).toString(16)};`,
        `&#0000${character.charCodeAt(0)}`,
        `%${character.charCodeAt(0).toString(16)}`,
      )
    const scheme = fc.constantFrom('javascript:', 'data:', 'vbscript:', 'file:', 'blob:')
    const attack = scheme.chain((word) =>
      fc.tuple(
        ...[...word].map((character) => fc.tuple(hidden, letter(character)).map((pair) => pair.join(''))),
      ),
    )
    fc.assert(
      fc.property(hidden, attack, fc.string(), (before, letters, rest) => {
        const word = letters.join('')
        // Digits behind a number without its end make it another character.
        fc.pre(!(/&#\d+$/.test(word) && /^\d/.test(rest)))
        expect(safeUrl(before + word + rest)).toBeNull()
      }),
      { numRuns: 3000 },
    )
  })

  it('R30 whatever comes through, a browser reads as an allowed scheme', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.string({ unit: 'binary' })), (raw) => {
        const url = safeUrl(raw)
        if (url === null || !URL.canParse(url, 'https://base.example/')) return
        expect(new URL(url, 'https://base.example/').protocol).toMatch(/^(https?|mailto|tel):$/)
        expect(safeUrl(url)).toBe(url)
      }),
      { numRuns: 3000 },
    )
  })
})
