import { describe, expect, it } from 'vitest'
import type { Block } from '../kit/block'
import { blocksFromMarkdown, markdownFromBlocks } from './index'
import { withoutIds } from './write'

const read = (text: string) => blocksFromMarkdown(text).map(withoutIds)
const inline = (texExpression: string) => ({ kind: 'inlineEquation', attributes: { texExpression } })
const block = (texExpression: string) => ({ kind: 'equation', attributes: { texExpression } })

describe('rulings 6 math in Markdown', () => {
  it('stands between dollars, in a line', () => {
    expect(read('so $x^2$ and $\\frac{a_1}{*b*}$.')).toEqual([
      {
        kind: 'paragraph',
        text: [{ text: 'so ' }, inline('x^2'), { text: ' and ' }, inline('\\frac{a_1}{*b*}'), { text: '.' }],
      },
    ])
    expect(read('for $5, $x$')).toEqual([{ kind: 'paragraph', text: [{ text: 'for $5, ' }, inline('x')] }])
    expect(read('**so $x$**')).toEqual([
      {
        kind: 'paragraph',
        text: [
          { text: 'so ', marks: [{ kind: 'bold' }] },
          { ...inline('x'), marks: [{ kind: 'bold' }] },
        ],
      },
    ])
  })

  it.each([
    'It costs $5 or $6.',
    '$5–$10 a month',
    '$5 and a$6',
    'a $ b $ c',
    'only one $x',
    'a \\$x\\$ b',
    '`$x$`',
    'over $x\nlines$',
  ])('prices, code and lone signs are text: %s', (text) => {
    expect(JSON.stringify(read(text))).not.toContain('quation')
  })

  it('a dollar in TeX is escaped, as in TeX', () => {
    expect(read('$\\text{5 \\$}$')).toEqual([{ kind: 'paragraph', text: [inline('\\text{5 \\$}')] }])
  })

  it('stands between double dollars, on lines of its own', () => {
    const tex = '\\begin{aligned}\n  a &= b \\\\\n\n  *c* &= _d_\n\\end{aligned}'
    expect(read(`$$\n${tex}\n$$\n\nafter`)).toEqual([
      block(tex),
      { kind: 'paragraph', text: [{ text: 'after' }] },
    ])
    expect(read('$$x^2$$')).toEqual([block('x^2')])
    expect(read('so $$x^2$$ is')).toEqual([
      { kind: 'paragraph', text: [{ text: 'so ' }, inline('x^2'), { text: ' is' }] },
    ])
    expect(read('$$\nnever closed')).toEqual([block('never closed')])
    expect(read('$$\n$$')).toEqual([{ kind: 'equation' }])
    expect(read('> $$\n> x\n> $$')).toEqual([{ kind: 'blockquote', children: [block('x')] }])
    expect(read('- a\n\n  $$\n  x\n  $$')).toMatchObject([{ kind: 'listItem' }, { ...block('x') }])
  })

  it('is written as a person would', () => {
    const page: Block[] = [
      { id: 'a', kind: 'paragraph', text: [{ text: 'so ' }, inline('x^2'), { text: ' costs $5' }] },
      { id: 'b', ...block('a = b') },
    ]
    expect(markdownFromBlocks(page)).toBe('so $x^2$ costs $5\n\n$$\na = b\n$$\n')
  })

  it('text that looks like it is escaped', () => {
    const page: Block[] = [
      { id: 'a', kind: 'paragraph', text: [{ text: 'the shell says $HOME$ and $$PID$$' }] },
    ]
    const markdown = markdownFromBlocks(page)
    expect(read(markdown)).toEqual(page.map(withoutIds))
    expect(markdown).not.toContain('&#')
  })

  it('a text too long for one step is not cut inside of it', () => {
    const tex = Array.from({ length: 5000 }, (_, index) => `x_{${index}} + y \\\\`).join('\n\n')
    expect(read(`${'many words\n\n'.repeat(1000)}$$\n${tex}\n$$`).at(-1)).toEqual(block(tex))
  })

  it('R34 many signs cost no more than many words', () => {
    expect(read('$a '.repeat(5000))).toEqual([
      { kind: 'paragraph', text: [{ text: '$a '.repeat(5000).trim() }] },
    ])
    expect(read('$$a '.repeat(2000))).toHaveLength(1)
  })
})
