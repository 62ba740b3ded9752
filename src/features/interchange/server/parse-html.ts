import { parseHTML } from 'linkedom'
import type { DomNode, ParseHtml } from '@/blocks'

/** `ParseHtml` on the server: linkedom runs nothing and fetches nothing. */
export const parseHtmlText: ParseHtml = (html) => {
  const { document } = parseHTML('<!doctype html><html><body></body></html>')
  const holder = document.createElement('div')
  holder.innerHTML = html
  return holder as unknown as DomNode
}
