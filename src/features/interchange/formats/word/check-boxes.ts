/** A box of Word: a control, a field of a form, or a sign. */
const BOX = '(?:<input type="checkbox"([^<>]*?)/?>|([☐☑☒🗹🗷🗸]))'

const AT_START = new RegExp(
  `<p(?: [^<>]*)?>((?:<(?:span|strong|em|u|s)(?: [^<>]*)?>){0,5})\\s*${BOX}((?:(?!</?p[ >])[\\s\\S])*)</p>`,
  'gu',
)
const ANYWHERE = /(<li(?: [^<>]*)?>\s*)?<input type="checkbox"([^<>]*?)\/?>/g

const isTicked = (attributes: string | undefined, sign: string | undefined): boolean =>
  sign === undefined ? /\bchecked\b/.test(attributes ?? '') : sign !== '☐'

/**
 * Paragraphs that begin with a box are to-do items. A box between words, of which a page has none, becomes its sign.
 */
export const withCheckBoxes = (html: string): string =>
  html
    .replace(AT_START, (_, marks: string, attributes: string | undefined, sign: string | undefined, rest) => {
      const checked = isTicked(attributes, sign) ? ' checked="checked"' : ''
      return `<ul><li><input type="checkbox"${checked}>${marks}${rest}</li></ul>`
    })
    .replace(ANYWHERE, (whole, item: string | undefined, attributes: string) =>
      item !== undefined ? whole : isTicked(attributes, undefined) ? '☒' : '☐',
    )
