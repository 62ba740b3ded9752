import type { Nodes } from 'mdast'

/* A Markdown tree as HTML, for the places where Markdown has no words: cells that hold blocks, titles that hold marks. */

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text between tags; a blank line would end the HTML for readers of Markdown. */
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!).replaceAll('\n', '&#10;')

const attribute = (name: string, value: string | number | null | undefined): string =>
  value === null || value === undefined || value === '' ? '' : ` ${name}="${escaped(String(value))}"`

const within = (tag: string, nodes: readonly Nodes[], attributes = ''): string =>
  `<${tag}${attributes}>${htmlOfNodes(nodes)}</${tag}>`

/** The nodes as HTML on lines without blank ones between them. Nodes of ours that are only directives say nothing. */
export const htmlOfNodes = (nodes: readonly Nodes[]): string => nodes.map(htmlOfNode).join('')

function htmlOfNode(node: Nodes): string {
  switch (node.type) {
    case 'text':
      return escaped(node.value)
    case 'html':
      return node.value.startsWith('<!--') ? '' : node.value
    case 'footnote':
      return escaped(` [${node.note}]`)
    case 'break':
      return '<br>'
    case 'paragraph':
      return within('p', node.children)
    case 'heading':
      return within(`h${node.depth}`, node.children)
    case 'thematicBreak':
      return '<hr>'
    case 'blockquote':
    case 'alert':
      return within('blockquote', node.children)
    case 'details': {
      const [title, ...rest] = node.children
      return `<details>${summaryOf(title)}${htmlOfNodes(rest)}</details>`
    }
    case 'code':
      return `<pre><code${attribute('class', node.lang ? `language-${node.lang}` : null)}>${escaped(node.value)}</code></pre>`
    case 'math':
      return within('p', [{ type: 'inlineMath', value: node.value }])
    case 'inlineMath':
      return `$${escaped(node.value)}$`
    case 'list':
      return within(
        node.ordered ? 'ol' : 'ul',
        node.children,
        attribute('start', node.ordered && node.start !== 1 ? node.start : null),
      )
    case 'listItem': {
      const [first, ...rest] = node.children
      const isText = first?.type === 'paragraph'
      const box = typeof node.checked === 'boolean' ? `[${node.checked ? 'x' : ' '}] ` : ''
      return `<li>${box}${htmlOfNodes(isText ? [...first.children, ...rest] : node.children)}</li>`
    }
    case 'table': {
      const [head, ...body] = node.children
      const rows = body.map((row) => within('tr', row.children)).join('')
      const cells = (head?.children ?? []).map((cell) => within('th', cell.children)).join('')
      return `<table><tr>${cells}</tr>${rows}</table>`
    }
    case 'tableCell':
      return within('td', node.children)
    case 'strong':
      return within('strong', node.children)
    case 'emphasis':
      return within('em', node.children)
    case 'delete':
      return within('del', node.children)
    case 'highlight':
      return within('mark', node.children)
    case 'inlineCode':
      return `<code>${escaped(node.value)}</code>`
    case 'link':
      return within('a', node.children, attribute('href', node.url) + attribute('title', node.title))
    case 'image':
      return `<img${attribute('src', node.url)}${attribute('alt', node.alt)}${attribute('title', node.title)}>`
    default:
      return 'children' in node ? htmlOfNodes(node.children) : ''
  }
}

/** The line of `<details>` that is always shown. */
export const summaryOf = (title: Nodes | undefined): string =>
  within('summary', title?.type === 'paragraph' ? title.children : title ? [title] : [])
