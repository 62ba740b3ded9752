import { describe, expect, it } from 'vitest'
import { grammarOf, loadGrammars } from './grammars'
import { findLanguages, languageId } from './languages'
import { LONGEST_COLOURED, tokensOf } from './tokens'

const words = async (text: string, lang: string) =>
  (await tokensOf(text, lang)).map(({ from, to, scope }) => `${scope}:${text.slice(from, to)}`)

describe('3.20 code has colours by its language', () => {
  it('says what its words are', async () => {
    expect(await words("const a = 'b' // c", 'typescript')).toEqual([
      'keyword:const',
      "string:'b'",
      'comment:// c',
    ])
    expect(await words('def f(x): return 1', 'py')).toEqual(
      expect.arrayContaining(['keyword:def', 'title:f', 'keyword:return', 'number:1']),
    )
    expect(await words('-old\n+new', 'diff')).toEqual(['deletion:-old', 'addition:+new'])
  })

  it('reads the parts that are in another language', async () => {
    const found = await words('<style>a { color: red }</style><script>let x = 1</script>', 'html')
    expect(found).toEqual(expect.arrayContaining(['keyword:let', 'number:1', 'attribute:color']))
  })

  it('what is put into a text is code again', async () => {
    expect(await words('"a #{1} b"', 'ruby')).toEqual(['string:"a ', 'number:1', 'string: b"'])
  })

  it('tokens are in order and do not overlap, whatever is read', async () => {
    const hostile = `${'<'.repeat(300)}${'{('.repeat(300)}"'\`\\\u0000😀 </script> ${'/*'.repeat(200)}`
    for (const { id } of findLanguages('')) {
      let last = 0
      for (const { from, to } of await tokensOf(hostile, id)) {
        expect(from).toBeGreaterThanOrEqual(last)
        expect(to).toBeGreaterThan(from)
        last = to
      }
      expect(last).toBeLessThanOrEqual(hostile.length)
    }
  })

  it('every language but the few that nobody reads has a grammar, which can be loaded', async () => {
    const without = findLanguages('').filter(({ id }) => grammarOf(id) === null)
    expect(without.map(({ id }) => id).sort()).toEqual(['', 'mermaid', 'solidity', 'zig'])
    for (const { id } of findLanguages('')) {
      const grammar = grammarOf(id)
      if (grammar) expect((await loadGrammars(grammar)).length).toBeGreaterThan(0)
    }
    expect(languageId('TS')).toBe('typescript')
  })

  it('has none in a language that nobody knows, and none when it is very long', async () => {
    expect(await tokensOf('const a = 1', 'klingon')).toEqual([])
    expect(await tokensOf('const a = 1', '__proto__')).toEqual([])
    expect(await tokensOf('1 '.repeat(LONGEST_COLOURED), 'js')).toEqual([])
  })
})
