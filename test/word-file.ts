import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

const NAMESPACES = [
  ['w', 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'],
  ['w14', 'http://schemas.microsoft.com/office/word/2010/wordml'],
  ['r', 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'],
  ['v', 'urn:schemas-microsoft-com:vml'],
  ['o', 'urn:schemas-microsoft-com:office:office'],
]
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ')

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="emf" ContentType="image/x-emf"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`

const relation = (id: string, type: string, target: string, more = ''): string =>
  `<Relationship Id="${id}" Type="${TYPE}/${type}" Target="${target}"${more}/>`
const relations = (inside: string): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${inside}</Relationships>`

/** What is in a Word file: the insides of its parts, as XML. */
export interface WordParts {
  body: string
  styles?: string
  numbering?: string
  /** Addresses by the ids that hyperlinks name. */
  links?: Record<string, string>
  /** Files of `word/media/` by their names, which are the ids that pictures name. */
  media?: Record<string, Uint8Array>
}

/** A Word file of these parts. */
export async function wordFile({ body, styles = '', numbering = '', links = {}, media = {} }: WordParts) {
  const of = (name: string, inside: string) => `<w:${name} ${NAMESPACES}>${inside}</w:${name}>`
  const escapeXml = (url: string) => url.replaceAll('&', '&amp;')
  const parts: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': TYPES,
    '_rels/.rels': relations(relation('r1', 'officeDocument', 'word/document.xml')),
    'word/_rels/document.xml.rels': relations(
      relation('r1', 'styles', 'styles.xml') +
        relation('r2', 'numbering', 'numbering.xml') +
        Object.keys(media)
          .map((name) => relation(name, 'image', `media/${name}`))
          .join('') +
        Object.entries(links)
          .map(([id, url]) => relation(id, 'hyperlink', escapeXml(url), ' TargetMode="External"'))
          .join(''),
    ),
    'word/styles.xml': of('styles', styles),
    'word/numbering.xml': of('numbering', numbering),
    'word/document.xml': of('document', `<w:body>${body}</w:body>`),
  }
  for (const [name, bytes] of Object.entries(media)) parts[`word/media/${name}`] = bytes
  const zip = new ZipFile()
  for (const [path, inside] of Object.entries(parts)) zip.addBuffer(Buffer.from(inside as string), path)
  zip.end()
  return new Uint8Array(await buffer(zip.outputStream))
}

/** A paragraph with these properties. */
export const paragraph = (inside: string, properties = ''): string =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${inside}</w:p>`
/** Words with these properties. */
export const run = (text: string, properties = ''): string =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
/** The property of a paragraph that it is of this style. */
export const styled = (id: string): string => `<w:pStyle w:val="${id}"/>`
/** The property of a paragraph that it is an item. */
export const numbered = (list: number, level: number): string =>
  `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`
/** A style. */
export const style = (type: string, id: string, name: string, more = ''): string =>
  `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`

/** The formats, signs and fonts of the levels of a list. */
export type ListLevels = readonly (readonly [format: string, sign: string, font?: string])[]
/** The definitions of lists; the first has the number 1. */
export function lists(...all: ListLevels[]): string {
  const defined = all.map((levels, at) => {
    const inside = levels.map(
      ([format, sign, font], level) =>
        `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${sign}"/>${font ? `<w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}"/></w:rPr>` : ''}</w:lvl>`,
    )
    return `<w:abstractNum w:abstractNumId="${at}">${inside.join('')}</w:abstractNum>`
  })
  const used = all.map((_, at) => `<w:num w:numId="${at + 1}"><w:abstractNumId w:val="${at}"/></w:num>`)
  return [...defined, ...used].join('')
}
