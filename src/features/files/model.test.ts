import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeFileName } from './model'

describe('file names', () => {
  it.each([
    ['photo.png', 'photo.png'],
    ['Übersicht (2).PDF', 'Übersicht (2).PDF'],
    ['日本.txt', '日本.txt'],
    ['no ending', 'no ending'],
    ['.htaccess', 'htaccess'],
    ['a/b\\c.txt', 'c.txt'],
    ['tab\there.txt', 'tabhere.txt'],
    ['  spaced   out .txt ', 'spaced out.txt'],
    ['what?.txt', 'what_.txt'],
    ['\u202Etxt.exe', 'txt.exe'],
    ['nul', '_nul'],
    ['/', 'file'],
  ])('R32 %j becomes %j', (raw, name) => expect(safeFileName(raw)).toBe(name))

  it('R32 no name reaches another folder, hides its direction or is too long, and a clean one stays', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ maxLength: 600 })), (raw) => {
        const name = safeFileName(raw)
        expect(name).not.toBe('')
        expect(name).not.toMatch(/[\\/\p{Cc}\p{Cf}<>:"|?*]/u)
        expect(name).not.toMatch(/^\.|\.$/)
        expect([...name].length).toBeLessThanOrEqual(151)
        expect(safeFileName(name)).toBe(name)
      }),
      { numRuns: 100 },
    )
  })
})
