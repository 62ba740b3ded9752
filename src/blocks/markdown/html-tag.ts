import type { DomElement } from '../kit/dom'

const TAG = /^<(\/?)([a-zA-Z][a-zA-Z0-9-]*)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>$/
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g
const ENTITY = /&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(amp|lt|gt|quot|apos));/gi
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const decode = (text: string): string =>
  text.replace(ENTITY, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name) return NAMED[name.toLowerCase()] ?? whole
    const code = Number.parseInt(hex ?? decimal!, hex ? 16 : 10)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
  })

interface InlineTag {
  name: string
  closing: boolean
  selfClosing: boolean
  /** The part of the tag that rules of blocks and marks look at: its attributes. */
  element: DomElement
}

/** Reads one HTML tag as Markdown hands it over; `null` for comments and other things between `<` and `>`. */
export function readTag(source: string): InlineTag | null {
  const found = TAG.exec(source)
  if (!found) return null
  const attributes = new Map<string, string>()
  for (const [, key, double, single, bare] of found[3]!.matchAll(ATTRIBUTE)) {
    const name = key!.toLowerCase()
    if (!attributes.has(name)) attributes.set(name, decode(double ?? single ?? bare ?? ''))
  }
  const name = found[2]!.toLowerCase()
  return {
    name,
    closing: found[1] === '/',
    selfClosing: found[4] === '/',
    element: {
      nodeType: 1,
      nodeName: name.toUpperCase(),
      nodeValue: null,
      firstChild: null,
      nextSibling: null,
      parentNode: null,
      textContent: '',
      localName: name,
      getAttribute: (wanted) => attributes.get(wanted) ?? null,
    },
  }
}
