import { type CSSProperties, createElement, type ReactNode } from 'react'

const PART = /<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>|([^<]+)/g
const ATTRIBUTE = /([\w:-]+)="([^"]*)"/g
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#x27': "'" }

const decode = (text: string): string =>
  text.replace(/&(lt|gt|amp|quot|#x27);/g, (whole, name: string) => ENTITIES[name] ?? whole)

interface Open {
  tag: string
  attributes: Record<string, unknown>
  children: ReactNode[]
}

/** What may stand in the markup; elements of other names are left out and what is in them stays. */
interface Allowed {
  tags: ReadonlySet<string>
  attributes: ReadonlySet<string>
}

/** KaTeX's markup as elements: only what is needed for setting, so that nothing else comes in by this way (R29). */
export function markupElements(markup: string, { tags, attributes: allowed }: Allowed): ReactNode {
  const root: Open = { tag: '', attributes: {}, children: [] }
  const open: Open[] = [root]
  for (const [, closing, tag = '', given = '', selfClosing, text] of markup.matchAll(PART)) {
    if (text !== undefined) open.at(-1)!.children.push(decode(text))
    else if (!closing) {
      const attributes: Record<string, unknown> = {}
      for (const [, name = '', value = ''] of given.matchAll(ATTRIBUTE)) {
        if (allowed.has(name)) Object.assign(attributes, attributeOf(name, decode(value)))
      }
      open.push({ tag, attributes, children: [] })
    }
    if ((closing || selfClosing) && open.length > 1) {
      const done = open.pop()!
      open
        .at(-1)!
        .children.push(
          ...(tags.has(done.tag)
            ? [createElement(done.tag, done.attributes, ...done.children)]
            : done.children),
        )
    }
  }
  return createElement('span', null, ...root.children)
}

/** An attribute by the name that React has for it. */
const attributeOf = (name: string, value: string): Record<string, unknown> =>
  name === 'class'
    ? { className: value }
    : name === 'style'
      ? { style: styleOf(value) }
      : { [name.startsWith('aria-') ? name : camelCase(name)]: value }

/** `height:1em;vertical-align:0` as React wants it. */
const styleOf = (declarations: string): CSSProperties =>
  Object.fromEntries(
    declarations
      .split(';')
      .map((declaration) => declaration.split(':'))
      .filter((parts) => parts.length === 2)
      .map(([name = '', value = '']) => [camelCase(name.trim()), value.trim()]),
  )

const camelCase = (name: string): string =>
  name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
