import { DOMParser } from 'linkedom'
import type { DomNode, ParseHtml } from '@/blocks'

/**
 * `ParseHtml` on the server: linkedom runs nothing and fetches nothing. It is asked for a whole document, because its
 * way of parsing fragments overflows the stack on deep nesting (R34).
 */
export const parseHtmlText: ParseHtml = (html) =>
  new DOMParser().parseFromString(`<html><body>${html}`, 'text/html').documentElement as unknown as DomNode
