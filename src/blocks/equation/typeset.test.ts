import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { htmlFromBlocks } from '../html/page'
import { readMathOf } from './drawn-math'
import { katex, typeset } from './typeset'

const set = (tex: string) => typeset(tex, true, (source, options) => katex.renderToString(source, options))
const whyNot = (tex: string) => {
  const made = set(tex)
  return 'error' in made ? made.error : null
}

describe('equations', () => {
  it('are set', () => {
    expect(whyNot('\\begin{aligned} a &= \\frac{b}{\\sqrt{c}} \\\\ d &\\implies e \\end{aligned}')).toBeNull()
    expect(whyNot('\\newcommand{\\Rn}{\\mathbb{R}} f\\colon \\Rn \\to \\Rn')).toBeNull()
    expect(whyNot('x + '.repeat(300))).toBeNull()
  })

  it.each([
    ['\\frac{1}{2', 'Something is not closed'],
    ['\\left( x', 'Something is not closed'],
    ['\\begin{aligned} x', 'Something is not closed'],
    ['a & b', '“&” does not belong here.'],
    ['\\foo', '\\foo is not known here.'],
    ['x^2^3', 'Double superscript.'],
    ['\\begin{foo}x\\end{foo}', 'No such environment: foo.'],
  ])('that are wrong say why, in words: %s', (tex, words) => {
    expect(whyNot(tex)).toContain(words)
  })

  it.each([
    ['a macro that calls itself', '\\def\\a{\\a}\\a'],
    ['one that grows', '\\def\\a{x\\a}\\a'],
    ['doubled arguments', '\\def\\a#1{\\a{#1#1}}\\a{x}'],
    [
      'arguments carried along',
      '\\def\\b#1{\\c{#1#1#1#1#1#1#1#1#1#1}}\\def\\c#1{\\d{#1#1#1#1#1#1#1#1#1#1}}\\def\\d#1{\\e{#1#1#1#1#1#1#1#1#1#1}}\\def\\e#1{\\e{#1}}\\b{xxxxxxxxxx}',
    ],
    [
      'tens of tens of tens',
      '\\def\\a{xxxxxxxxxx}\\def\\b{\\a\\a\\a\\a\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b\\b\\b\\b\\b}\\def\\d{\\c\\c\\c\\c\\c\\c\\c\\c\\c\\c}\\d',
    ],
    ['a long macro often', `\\def\\a{${'x'.repeat(1000)}}${'\\a'.repeat(200)}`],
    ['many signs that show nothing', `\\def\\a{${'\\relax '.repeat(500)}}${'\\a'.repeat(200)}`],
    ['edef', `\\edef\\a{xx}${'\\edef\\a{\\a\\a\\a}'.repeat(40)}\\a`],
    ['nested without end', '{'.repeat(2400) + '}'.repeat(2400)],
  ])('R34 that expand for ever, or nearly, are stopped: %s', (_, tex) => {
    expect(whyNot(tex)).toBe('This equation grows without end or is too complex to show.')
  })

  it('R34 of a few signs are no page of markup, by macros or without', () => {
    const roots = `\\def\\a{${'\\sqrt{x}'.repeat(15)}}${'\\a'.repeat(150)}`
    for (const tex of [roots, `\\begin{matrix}${'&'.repeat(4_900)}\\end{matrix}`])
      expect(whyNot(tex)).toBe('This equation grows without end or is too complex to show.')
  })

  it('as long as somebody writes them are set', () => {
    for (const part of [
      'x+y^2 ',
      '\\frac12',
      '\\sqrt x+',
      '\\hat x_{i,j}\\leq ',
      '\\leq a',
      '\\mathbb{R}\\to ',
    ])
      for (const length of [100, 1_000, 2_500])
        expect(whyNot(part.repeat(length / part.length)), part).toBeNull()
    expect(whyNot(`\\begin{pmatrix}${`${'a_{ij} & '.repeat(9)}b\\\\ `.repeat(9)}\\end{pmatrix}`)).toBeNull()
    const vector = '\\newcommand{\\vv}[1]{\\boldsymbol{\\hat{#1}}}'
    expect(whyNot(`${vector} ${'\\vv{x} + \\vv{y} = '.repeat(10)} 0`)).toBeNull()
  })

  it('R34 that are too long are not tried', () => {
    expect(whyNot('x'.repeat(5001))).toContain('too long to show')
  })

  it('R30 can name no address, style or attribute', () => {
    for (const tex of [
      '\\href{javascript:alert(1)}{x}',
      '\\url{javascript:alert(1)}',
      '\\includegraphics{https://evil.example/a.png}',
      '\\htmlData{a=b}{x}',
      '\\htmlStyle{position:fixed}{x}',
      '\\htmlClass{panel}{x}',
      '\\htmlId{root}{x}',
    ]) {
      const made = set(tex)
      const html = 'result' in made ? made.result : ''
      expect(html).not.toMatch(/<a |<img| href=| src=| data-a|position: ?fixed;|class="panel"| id="root"/)
    }
  })
})

describe('the equations of a page', () => {
  it('R34 come to no more than a page may hold; those beyond are their source', () => {
    const draw = readMathOf(20_000)
    const shown = Array.from({ length: 10 }, () =>
      renderToStaticMarkup(draw('\\frac{1}{2}+\\sqrt{x}', false)),
    )
    expect(shown[0]).toContain('katex-html')
    expect(shown.at(-1)).toContain('<code>\\frac{1}{2}+\\sqrt{x}</code>')
    expect(shown.at(-1)).toContain('too large')
    expect(renderToStaticMarkup(readMathOf()('x', false))).toContain('katex-html')
  })
})

describe('equations in a file', () => {
  const page = (texExpression: string) =>
    htmlFromBlocks([
      { id: 'b', kind: 'equation', attributes: { texExpression } },
      { id: 'p', kind: 'paragraph', text: [{ kind: 'inlineEquation', attributes: { texExpression } }] },
    ])

  it('are MathML, which needs no styles, fonts or scripts', () => {
    const html = page('\\frac{1}{2}')
    expect(html.match(/<math [^>]*display="block"/g)).toHaveLength(1)
    expect(html.match(/<mfrac>/g)).toHaveLength(2)
    expect(html).not.toMatch(/<link|<script/)
    expect(html.slice(html.indexOf('<body'))).not.toMatch(/katex/)
  })

  it('R29 hold nothing but what MathML has, whatever the source', () => {
    const html = page('\\text{<img src=x onerror=alert(1)>} \\href{javascript:alert(1)}{y}')
    expect(html).not.toMatch(/<img|<a |href="java/)
    expect(html).toContain('&lt;img')
  })

  it('that cannot be set are their source, and why', () => {
    const html = page('\\frac{1')
    expect(html).toContain('<code>\\frac{1</code>')
    expect(html).toContain('Something is not closed')
  })

  it('and icons are drawn in it, unknown ones named', () => {
    const icons = ['rocket', 'no-such-icon'].map((iconName) => ({ kind: 'icon', attributes: { iconName } }))
    const html = htmlFromBlocks([{ id: 'p', kind: 'paragraph', text: icons }])
    expect(html).toMatch(/aria-label="rocket icon"[^>]*><svg/)
    expect(html).toContain(':no-such-icon:')
  })
})
