import type { Attributes } from '../kit/attributes'
import type { HtmlRule } from '../kit/define-block'
import { type DomElement, type DomNode, isElement, type StyleOf } from '../kit/dom'
import { linkOf, MOST_WORDS } from './attributes'
import { embedOf } from './embeds'
import { kindOfFile, type MediaKind, mediaUrl, nameInUrl, webUrl } from './media-url'

/** Nodes of a figure that are looked at; more is not a picture with a line under it. */
const MOST_NODES = 300
/** A picture said to be wider than this is as wide as the page anyway. */
const PAGE = 700

const cut = (text: string | null): string => (text ?? '').trim().replace(/\s+/g, ' ').slice(0, MOST_WORDS)

/** Pixels of a `width` or `height`: the attribute, or the style. Anything absurd is not said (R34). */
function pixels(element: DomElement, name: 'width' | 'height', styleOf: StyleOf): number | null {
  const style = /^(\d{1,5})(?:\.\d+)?px$/.exec(styleOf(element, name) ?? '')?.[1]
  const raw = /^\s*(\d{1,5})(?:\.\d+)?(?:px)?\s*$/.exec(element.getAttribute(name) ?? '')?.[1] ?? style
  const value = Number(raw)
  return raw !== undefined && value > 0 ? value : null
}

function sizes(element: DomElement, styleOf: StyleOf): Attributes {
  const [width, height] = [pixels(element, 'width', styleOf), pixels(element, 'height', styleOf)]
  return {
    ...(width !== null && height !== null ? { initialWidth: width, initialHeight: height } : {}),
    ...(width !== null && width >= 48 && width <= PAGE ? { width } : {}),
  }
}

const isSmiley = (element: DomElement): boolean =>
  /(?:^|[\s_-])(?:emoji|emoticon|smiley)(?:$|[\s_-])/i.test(element.getAttribute('class') ?? '')

/** A picture that is seen: neither one that only counts visitors nor one that stands for a letter. */
export const isPicture = (element: DomElement, styleOf: StyleOf): boolean =>
  !isSmiley(element) &&
  (pixels(element, 'width', styleOf) ?? 9) > 2 &&
  (pixels(element, 'height', styleOf) ?? 9) > 2

function image(element: DomElement, styleOf: StyleOf): Attributes | null {
  const url = mediaUrl(element.getAttribute('src')) ?? mediaUrl(element.getAttribute('data-src'))
  if (url === null || !isPicture(element, styleOf)) return null
  const [alt, caption] = [cut(element.getAttribute('alt')), cut(element.getAttribute('title'))]
  const link = linkAround(element, url)
  return {
    url,
    ...(alt ? { alt } : {}),
    ...(caption ? { caption } : {}),
    ...(link ? { link } : {}),
    ...sizes(element, styleOf),
  }
}

/** Elements between a link and its picture that are looked through, such as `<picture>` or `<span>`. */
const MOST_BETWEEN = 3

/** Where the link leads that stands around a picture; empty for one to the picture itself, as Notion writes it around all. */
function linkAround(element: DomElement, url: string): string {
  let node = element.parentNode
  for (
    let between = 0;
    node && isElement(node) && between <= MOST_BETWEEN;
    between++, node = node.parentNode
  ) {
    if (node.localName.toLowerCase() !== 'a') continue
    const link = linkOf({ link: node.getAttribute('href') })
    return link === url ? '' : link
  }
  return ''
}

function played(element: DomElement, styleOf: StyleOf): Attributes | null {
  let url = mediaUrl(element.getAttribute('src'))
  for (let child = element.firstChild; child && url === null; child = child.nextSibling)
    if (isElement(child) && child.localName === 'source') url = mediaUrl(child.getAttribute('src'))
  if (url === null) return null
  const name = cut(element.getAttribute('title')) || nameInUrl(url).slice(0, 500)
  return { url, ...(name ? { name } : {}), ...(element.localName === 'video' ? sizes(element, styleOf) : {}) }
}

function frame(element: DomElement): Attributes | null {
  const src = element.getAttribute('src')?.trim() ?? ''
  const url = webUrl(src.startsWith('//') ? `https:${src}` : src)
  if (url === null) return null
  const name = cut(element.getAttribute('title')).slice(0, 500)
  return { url: url.href, ...(name ? { name } : {}) }
}

const READS: Readonly<Record<string, NonNullable<HtmlRule['attributes']>>> = {
  img: image,
  video: played,
  audio: played,
  iframe: frame,
}
/** What a figure holds besides pictures makes it more than one. */
const MORE = new Set([
  'table',
  'pre',
  'blockquote',
  'ul',
  'ol',
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'figure',
])

/** A figure that is one picture (or video …) and the line under it. */
function figure(element: DomElement, tag: string, styleOf: StyleOf): Attributes | null {
  let found: Attributes | null = null
  let caption = ''
  let left = MOST_NODES
  const rest: DomNode[] = []
  const push = (parent: DomNode) => {
    for (let child = parent.firstChild; child && left-- > 0; child = child.nextSibling) rest.push(child)
  }
  push(element)
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (!isElement(node)) {
      if (node.nodeType === 3 && (node.nodeValue ?? '').trim() !== '') return null
      continue
    }
    if (node.localName === 'figcaption') caption = cut(node.textContent)
    else if (node.localName in READS) {
      const read = READS[node.localName]!(node, styleOf)
      if (found || node.localName !== tag || read === null) return null
      found = read
    } else if (MORE.has(node.localName)) return null
    else push(node)
  }
  return found && left > 0 ? { ...found, ...(caption ? { caption } : {}) } : null
}

/** How the media of other programs looks: the element itself, or a figure that holds nothing else. */
export const mediaRules = (tag: 'img' | 'video' | 'audio' | 'iframe'): readonly HtmlRule[] => [
  { tag, attributes: READS[tag]! },
  { tag: 'figure', attributes: (element, styleOf) => figure(element, tag, styleOf) },
]

/** The block that shows what an address leads to, when it is to be embedded (product.md 5.7). */
export function blockOfAddress(address: string): { kind: MediaKind; attributes: Attributes } | null {
  const url = webUrl(address)
  if (url === null) return null
  if (embedOf(url.href)) return { kind: 'mediaEmbed', attributes: { url: url.href } }
  const name = nameInUrl(url.href).slice(0, 500)
  const kind = name === '' ? 'file' : kindOfFile('', name)
  return kind === 'file' ? null : { kind, attributes: { url: url.href, name } }
}
