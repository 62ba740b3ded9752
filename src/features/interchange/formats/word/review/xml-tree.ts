/** An element of a part of a Word file, as it stands there: with its prefix, its attributes unread, its text escaped. */
export interface XmlElement {
  name: string
  attributes: string
  isEmpty: boolean
  children: XmlNode[]
}

export type XmlNode = XmlElement | string

/** Deeper nesting is none of Word's: what reads the tree calls itself once a level. */
const DEEPEST = 300

const PARTS =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[?!][^<>]*>|<(\/?)([^\s<>/"'=]+)((?:[^<>"']|"[^"<]*"|'[^'<]*')*?)(\/?)>|[^<]+/gy

/** The elements of a part, each once, in one pass; null where they are not nested as XML is, or too deeply. */
export function xmlTree(xml: string): XmlElement | null {
  const root: XmlElement = { name: '', attributes: '', isEmpty: false, children: [] }
  const open = [root]
  let end = 0
  for (const found of xml.matchAll(PARTS)) {
    const [whole, slash, name, attributes = '', isEmpty] = found
    end = found.index + whole.length
    const top = open.at(-1) as XmlElement
    if (name === undefined) top.children.push(whole)
    else if (slash) {
      if (top.name !== name || open.length === 1) return null
      open.pop()
    } else {
      const element = { name, attributes, isEmpty: isEmpty === '/', children: [] }
      top.children.push(element)
      if (!isEmpty) open.push(element)
      if (open.length > DEEPEST) return null
    }
  }
  return end === xml.length && open.length === 1 ? root : null
}

export const isXmlElement = (node: XmlNode): node is XmlElement => typeof node !== 'string'

export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child): child is XmlElement => isXmlElement(child) && child.name === name)

/** What an attribute says, still escaped; the name with its prefix. */
export const attributeOf = ({ attributes }: XmlElement, name: string): string | null =>
  new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    .exec(attributes)
    ?.slice(1)
    .find((said) => said !== undefined) ?? null
