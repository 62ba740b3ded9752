import { Mark, Node } from '@tiptap/core'
import { safeUrl } from '@/shared/safe-url'

/**
 * What a comment can hold while it is written: paragraphs of text, bold, italic, code, links, people and pictures. Names
 * and attributes are those of the stored body (`../model`).
 */
const doc = Node.create({ name: 'doc', topNode: true, content: '(paragraph | image)+' })

const text = Node.create({ name: 'text', group: 'inline' })

const paragraph = Node.create({
  name: 'paragraph',
  content: 'inline*',
  parseHTML: () => [
    { tag: 'p' },
    { tag: 'div' },
    { tag: 'h1,h2,h3,h4,h5,h6,li,blockquote,pre', priority: 40 },
  ],
  renderHTML: () => ['p', 0],
})

const hardBreak = Node.create({
  name: 'hardBreak',
  inline: true,
  group: 'inline',
  selectable: false,
  parseHTML: () => [{ tag: 'br' }],
  renderHTML: () => ['br'],
  renderText: () => '\n',
})

const mention = Node.create({
  name: 'mention',
  inline: true,
  group: 'inline',
  atom: true,
  addAttributes: () => ({ id: { default: '' }, label: { default: '' } }),
  renderHTML: ({ node }) => ['span', { class: 'comment-mention' }, `@${node.attrs.label}`],
  renderText: ({ node }) => `@${node.attrs.label}`,
})

const image = Node.create({
  name: 'image',
  atom: true,
  selectable: true,
  addAttributes: () => ({ url: { default: '' }, name: { default: '' } }),
  renderHTML: ({ node }) => ['img', { class: 'comment-picture', src: node.attrs.url, alt: node.attrs.name }],
  renderText: ({ node }) => node.attrs.name,
})

const simple = (name: string, tag: string, others: string, keys: readonly string[]) =>
  Mark.create({
    name,
    parseHTML: () => [{ tag }, ...(others ? [{ tag: others }] : [])],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      const flip = () => this.editor.commands.toggleMark(name)
      return Object.fromEntries(keys.map((key) => [key, flip]))
    },
  })

const code = Mark.create({
  name: 'code',
  excludes: '_',
  code: true,
  parseHTML: () => [{ tag: 'code' }],
  renderHTML: () => ['code', 0],
  addKeyboardShortcuts() {
    return { 'Mod-e': () => this.editor.commands.toggleMark('code') }
  },
})

const link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => {
        const href = safeUrl(element.getAttribute('href') ?? '')
        return href === null ? false : { href }
      },
    },
  ],
  renderHTML: ({ mark }) => ['a', { href: mark.attrs.href, rel: 'noopener noreferrer nofollow' }, 0],
})

export const composerSchema = [
  doc,
  text,
  paragraph,
  hardBreak,
  mention,
  image,
  link,
  simple('bold', 'strong', 'b', ['Mod-b', 'Mod-B']),
  simple('italic', 'em', 'i', ['Mod-i', 'Mod-I']),
  code,
]
