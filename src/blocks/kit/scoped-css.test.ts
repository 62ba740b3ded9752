import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LONGEST_CSS, scopedCss } from './scoped-css'

const scope = '[data-css="x"]'
const css = (source: string) => scopedCss(source, scope).css

describe('the CSS of somebody’s own', () => {
  it('reaches only what is inside of its block', () => {
    expect(css('.bar, text > tspan:hover { fill: #f00; font: italic 12px/1.5 "Inter", serif }')).toBe(
      `${scope} .bar, ${scope} text > tspan:hover { fill: #f00; font: italic 12px/1.5 "Inter", serif }\n`,
    )
    expect(css('body, html, :root, * { color: red }')).toBe(
      `${scope} body, ${scope} html, ${scope} * { color: red }\n`,
    )
  })

  it('keeps gradients, sums, variables, importance, conditions and what counts children', () => {
    for (const value of [
      'background: linear-gradient(90deg, rgba(0, 0, 0, .5) 0%, var(--a) 100%)',
      'width: calc(100% - (2 * 4px)) !important',
      '--a: 3px',
      'content: "→ "',
      'position: sticky',
      'transform: rotate(-3deg)',
    ])
      expect(css(`td:nth-child(2n+1)::before { ${value} }`)).toContain(value)
    expect(css('@media (prefers-color-scheme: dark) and (max-width: 40em) { a { color: red } }')).toBe(
      `@media (prefers-color-scheme: dark) and (max-width: 40em) {\n${scope} a { color: red }\n}\n`,
    )
  })

  it.each([
    ['an address', 'background: url(https://evil.example/a.png)'],
    ['an address in quotes', 'background-image: url("https://evil.example/a")'],
    ['an address in capitals', 'background: URL(//evil.example)'],
    ['an address behind escapes', 'background: u\\72l(//evil.example)'],
    ['an address taken apart by a comment', 'background: url/**/("//evil.example/a")'],
    ['an address in a set', 'background: image-set("//evil.example/a" 1x)'],
    ['an address in the old set', 'background: -webkit-image-set("//evil.example/a" 1x)'],
    ['an address in a variable', '--a: url(//evil.example)'],
    ['an address in a variable’s fallback', 'background: var(--a, url("//evil.example"))'],
    ['an address for a pointer', 'cursor: url(//evil.example), auto'],
    ['an address after a gradient', 'background: linear-gradient(red, blue), src("//evil.example")'],
    ['an old script', 'width: expression(alert(1))'],
    ['an old binding', '-moz-binding: none'],
    ['an old behaviour', 'behavior: none'],
    ['a place above the page', 'position: fixed'],
    ['a place above the page, important', 'position: fixed !important'],
    ['a place above the page, escaped', 'position: f\\69xed'],
    ['a place above the page by a variable', 'position: var(--p)'],
    ['a place of its own', 'position: absolute'],
    ['an attribute’s value', 'content: attr(data-secret)'],
    ['the end of the element', 'content: "</style><script>alert(1)</script>"'],
    ['a string without end', 'content: "abc'],
    ['a bracket without end', 'width: calc(1px'],
    ['a bracket too many', 'width: 1px)'],
    ['a rule within', 'color: red; b { color: blue }'],
  ])('R29 leaves out %s', (_, declaration) => {
    const made = scopedCss(`a { ${declaration} }`, scope)
    expect(made.css).not.toMatch(
      /evil|url|fixed|absolute|expression|behavio|binding|attr|<|blue|calc|abc|1px/i,
    )
    expect(made.dropped.length).toBeGreaterThan(0)
  })

  it.each([
    '@import "https://evil.example/a.css";',
    '@import url(//evil.example);',
    '@font-face { font-family: a; src: url(//evil.example) }',
    '@keyframes a { from { color: red } }',
    '@namespace svg url(//evil.example);',
    '@property --x { syntax: "*"; inherits: true }',
    '@supports (display: grid) { a { color: red } }',
    '@media (min-width: expression(1)) { a { color: red } }',
    '@media screen { @import "//evil.example"; }',
    '+ div { color: red }',
    '~ div { color: red }',
    '& + div { color: red }',
    'a || b { color: red }',
    ':host { color: red }',
    ':root:has(a) { color: red }',
    '::part(x) { color: red }',
    'svg|a { color: red }',
    'a\\2c body { color: red }',
    '[href="\\"] { color: red }',
    'a { color: red',
    '} body { color: red }',
    '{ color: red }',
    '<style>',
  ])('R29 %s does nothing outside of the block', (source) => {
    for (const line of css(source).split('\n')) {
      if (/^@media|^\}?$/.test(line)) continue
      expect(line).toMatch(/^\[data-css="x"\] (?![+~>])/)
    }
    expect(css(source)).not.toMatch(/@import|evil|<|expression|host|part/)
  })

  it('says what it left out', () => {
    expect(scopedCss('a { color: red; position: fixed } @import "x";', scope).dropped).toEqual([
      'position: fixed',
      '@import "x"',
    ])
    expect(scopedCss('a{}'.repeat(LONGEST_CSS), scope)).toEqual({
      css: '',
      dropped: ['more than 20,000 characters'],
    })
  })

  it('R29 whatever is written, every rule begins with the scope and nothing names an address', () => {
    const piece = fc.constantFrom(
      ...'{ } ( ) [ ] ; : , . + > ~ * / /* */ " \' \\ < ! @ & | # - a b url url( URL( calc( var( color red body position fixed @media @import screen :not( ::before \\75rl( <!-- --> 1px 2n+1 = \n'.split(
        ' ',
      ),
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 40 }), (pieces) => {
        const made = css(pieces.join(''))
        expect(made).not.toMatch(/url\s*\(|@import|<|\\/i)
        expect(made.match(/\{/g)?.length).toBe(made.match(/\}/g)?.length)
        for (const line of made.split('\n'))
          if (line && line !== '}' && !line.startsWith('@media'))
            expect(line.startsWith(`${scope} `)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })
})
