import { DOMParser, type ParseOptions, type Schema } from '@tiptap/pm/model'
import { pasteCode } from './load-paste-code'

/** What says that an editor of ours copied this: others are made with ProseMirror too and leave its mark. */
export const OUR_MARK = 'data-sheaf'

export const isOurs = (html: string): boolean => new RegExp(`\\s${OUR_MARK}=""`).test(html)

/**
 * What ProseMirror is given of the HTML of another program. Its mark is taken off, as it names kinds that mean something
 * else here. Style sheets lose their type, so that it does not write them into the elements: that takes away every
 * property which the browser does not know (Word says its lists in `mso-list`) and puts the sheet over what an element
 * says itself. The importer reads them where they stand. Without quotes, so that it does no harm within an attribute.
 */
export const foreignPastedHtml = (html: string): string =>
  isOurs(html)
    ? html
    : html.replace(/\sdata-pm-slice="[^"]*"/g, '').replace(/<style(?=[\s/>])/gi, '<style type=text/x-copied')

/**
 * ProseMirror's own parser for what an editor of ours copied and for plain text; the importer for the HTML of other
 * programs (`foreign-slice.ts`), once it is there.
 */
export function pasteParser(
  schema: Schema,
  tell: (message: string) => void,
  refuse: (why: string) => void,
): DOMParser {
  const own = DOMParser.fromSchema(schema)
  return {
    parseSlice(dom: HTMLElement, options?: ParseOptions) {
      const code = pasteCode()
      const isOwn = options?.preserveWhitespace || dom.querySelector('[data-pm-slice]')
      return !code || isOwn ? own.parseSlice(dom, options) : code.foreignSlice(schema, dom, tell, refuse)
    },
  } as DOMParser
}
