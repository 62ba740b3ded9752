import type { Block, InlineText } from '../src/blocks/kit/block.ts'

const WORDS =
  'tide harbour lantern rope pilot weather mark keel sail the a of with and under over before after slow old wet two stone paper letter ink'.split(
    ' ',
  )

/** Mixed blocks such as a long working page has: the same for the same count, on every machine. */
export function mixedBlocks(count: number): Block[] {
  let state = 42
  const random = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const words = (least: number, most: number) =>
    Array.from({ length: least + random(most - least) }, () => WORDS[random(WORDS.length)]).join(' ')
  const text = (): InlineText[] => {
    const pieces: InlineText[] = [{ text: `${words(4, 18)} ` }]
    if (random(3) === 0)
      pieces.push({ text: words(1, 3), marks: [{ kind: 'bold' }] }, { text: ` ${words(3, 9)}` })
    if (random(5) === 0) pieces.push({ text: ' ' }, { text: words(1, 2), marks: [{ kind: 'code' }] })
    if (random(8) === 0) {
      const link = { kind: 'link', attributes: { url: `https://example.org/${random(1000)}` } }
      pieces.push({ text: ' ' }, { text: words(1, 3), marks: [link] })
    }
    return pieces
  }
  return Array.from({ length: count }, (_, i): Block => {
    const id = `b${i}`
    const kind = random(20)
    if (kind === 0)
      return { id, kind: 'heading', attributes: { level: 2 + random(2) }, text: [{ text: words(2, 6) }] }
    if (kind < 5) return { id, kind: 'listItem', attributes: { indent: random(3) }, text: text() }
    if (kind === 5) {
      return {
        id,
        kind: 'listItem',
        attributes: { listStyleType: 'todo', checked: random(2) === 0 },
        text: text(),
      }
    }
    if (kind === 6)
      return { id, kind: 'blockquote', children: [{ id: `${id}q`, kind: 'paragraph', text: text() }] }
    if (kind === 7 && i % 3 === 0) {
      return {
        id,
        kind: 'codeBlock',
        attributes: { lang: 'javascript' },
        text: [{ text: `${words(3, 8)}\n${words(3, 8)}` }],
      }
    }
    if (kind === 8 && i % 4 === 0) return { id, kind: 'horizontalRule' }
    return { id, kind: 'paragraph', text: text() }
  })
}
