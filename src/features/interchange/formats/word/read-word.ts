import { buffer } from 'node:stream/consumers'
import mammoth from 'mammoth'
import { ZipFile } from 'yazl'
import { readHtml } from '@/blocks/html/read'
import { type DomElement, type DomNode, isElement } from '@/blocks/kit/dom'
import { Notes } from '@/blocks/markdown/notes'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { Enclosed, FileRead, GivenFile, ReadTools } from '../format'
import { openZip, type SafeZip } from '../safe-zip'
import { markAnchors, resolveAnchors, withoutAnchors } from './anchors'
import { withBoxes, withCaptions } from './boxes'
import { withCheckBoxes } from './check-boxes'
import { withoutMadeUpItems } from './list-levels'
import { WordLooks } from './looks'
import { missingText, paragraphsOf } from './missing-text'
import { texOfOmml } from './omml-to-tex'
import { withPageBreaks } from './page-breaks'
import { noteMessage, notePicture } from './read-notes'
import { StyleSheet } from './style-sheet'
import { KNOWN_STYLES, STYLE_MAP } from './styles'
import { wholeText } from './whole-text'
import { escaped } from './xml-text'

const LOCKED = () =>
  t(
    'This Word file is protected by a password, or of the old kind (.doc). Take the password off, or save it as .docx, and import it again.',
  )
const NO_WORD = () => t('This is not a Word file (.docx), or it is damaged. Nothing was imported.')
const MACROS = () => t('Word files with macros (.docm) are not imported. Save it as .docx.')

/** What a compound file begins with: encrypted Word files, and those of before 2007. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0]
/** Bytes of all parts that are read, unpacked; what fits no page anyway is refused before it is taken apart. */
const MOST_XML = 60 * 1024 * 1024
/** Bytes of a part that says how things look. */
const MOST_OF_LOOKS = 4 * 1024 * 1024
const MOST_PART = 100 * 1024 * 1024
/** The pictures that browsers show, with the ending of their names. */
const SHOWN: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
}
/** Around what an equation is put away under; from the private part of Unicode, taken out of the text before. */
const [OPEN, CLOSE] = ['\ue000', '\ue001']
const MARKED = /[\ue000-\ue007]|&#(?:x0{0,8}e00[0-7]|0{0,8}573(?:4[4-9]|5[01]));/gi
const EQUATION = /<m:oMathPara\b[^>]*>[\s\S]*?<\/m:oMathPara>|<m:oMath\b[^>]*>[\s\S]*?<\/m:oMath>/g

/**
 * The page in a Word file. Nothing that it points to is fetched, neither from the network (R36) nor from this machine (R37): mammoth is handed the
 * parts inside alone. Throws `bad-input` for protected, damaged and other files, in words.
 */
export async function readWord(
  { name, bytes }: GivenFile,
  { parseHtml, onProgress }: ReadTools,
): Promise<FileRead> {
  if (/\.docm$/i.test(name)) throw new AppError('bad-input', MACROS())
  if (COMPOUND.every((byte, at) => bytes[at] === byte)) throw new AppError('bad-input', LOCKED())
  const zip = await openZip(bytes).catch((cause) => {
    // In words about Word where the file is no archive at all; what is hostile is called that.
    const isHarm = cause instanceof AppError && /built to do harm|unpacks to|larger than/.test(cause.message)
    throw isHarm ? cause : new AppError('bad-input', NO_WORD(), { cause })
  })
  const notes = new Notes()
  const equations: string[] = []
  const partOf = async (path: string) =>
    zip.paths.includes(path) ? Buffer.from(await zip.read(path, MOST_OF_LOOKS)).toString('utf8') : ''
  const styles = await partOf('word/styles.xml')
  const sheet = new StyleSheet(styles)
  const looks = new WordLooks({ numbering: await partOf('word/numbering.xml'), styles }, sheet)
  const paragraphs: string[] = []
  const packed = await repacked(zip, (xml, part) => {
    const whole = wholeText(xml.replace(MARKED, ''), notes)
    // Comments are no text of the page.
    if (part !== 'comments') paragraphs.push(...paragraphsOf(whole))
    return looks.mark(withoutEquations(whole, equations, notes, parseHtml))
  })
  await noteOtherParts(zip, notes)
  zip.close()
  onProgress(0.3)
  const enclosed: Enclosed[] = []
  const convertImage = mammoth.images.imgElement(async (image) => {
    try {
      const content = await image.readAsBuffer()
      const ending = SHOWN[image.contentType]
      if (ending === undefined) {
        notePicture(image.contentType, notes)
        return { src: '' }
      }
      const ref = `word-media/picture-${enclosed.length + 1}.${ending}`
      enclosed.push({ ref, name: ref.split('/')[1]!, bytes: new Uint8Array(content) })
      return { src: ref }
    } catch {
      // It is outside of the file, where nothing is fetched from.
      notes.dropped(t('Picture outside of the file'))
      return { src: '' }
    }
  })
  const { value, messages } = await mammoth
    .convertToHtml(
      { buffer: packed },
      {
        styleMap: [...sheet.styleMap(KNOWN_STYLES), ...STYLE_MAP],
        convertImage,
        includeEmbeddedStyleMap: false,
        ignoreEmptyParagraphs: false,
        externalFileAccess: false,
      },
    )
    .catch((cause) => {
      throw new AppError('bad-input', NO_WORD(), { cause })
    })
  for (const { message } of messages) noteMessage(message, notes)
  onProgress(0.6)
  const read = readHtml(pageHtml(looks.apply(value), equations, notes), parseHtml)
  const title = withoutAnchors(read.title)
  const blocks = resolveAnchors(read.blocks, notes)
  for (const what of missingText(paragraphs, title, blocks)) notes.dropped(what)
  return { ...read, title, blocks, notes: [...notes.all(), ...read.notes], enclosed }
}

/** Parts that are no text of the page, by what the receipt calls them. */
const OTHER_PARTS: readonly (readonly [path: RegExp, text: RegExp, what: string])[] = [
  [/^word\/header\d*\.xml$/, /<w:t[\s>]/, 'Header'],
  [/^word\/footer\d*\.xml$/, /<w:t[\s>]/, 'Footer'],
  [/^word\/comments\.xml$/, /<w:comment\s/g, 'Comment'],
]

/** Names in the receipt what stands in other parts of the file, which are not read. */
async function noteOtherParts(zip: SafeZip, notes: Notes): Promise<void> {
  for (const [path, text, what] of OTHER_PARTS) {
    for (const part of zip.paths.filter((candidate) => path.test(candidate))) {
      const xml = Buffer.from(await zip.read(part, MOST_PART)).toString('utf8')
      for (const _ of xml.match(text) ?? []) notes.dropped(what)
    }
  }
}

/** The parts of the file as a new archive, without those that are not read, and the main ones changed. */
async function repacked(zip: SafeZip, change: (xml: string, part: string) => string): Promise<Buffer> {
  const paths = zip.paths.filter((path) => /\.(?:xml|rels)$/i.test(path) || /^word\/media\//.test(path))
  if (!paths.includes('[Content_Types].xml')) throw new AppError('bad-input', NO_WORD())
  const made = new ZipFile()
  let xmlSize = 0
  for (const path of paths) {
    const bytes = await zip.read(path, MOST_PART)
    const isXml = !path.startsWith('word/media/')
    xmlSize += isXml ? bytes.byteLength : 0
    if (xmlSize > MOST_XML)
      throw new AppError('too-large', t('This Word file holds too much text. Split it into several.'))
    const part = /^word\/(document|footnotes|endnotes|comments)\d*\.xml$/.exec(path)?.[1]
    const content = part ? Buffer.from(change(Buffer.from(bytes).toString('utf8'), part)) : Buffer.from(bytes)
    made.addBuffer(content, path, { compress: false })
  }
  made.end()
  return buffer(made.outputStream)
}

/** The text with a mark where each equation was; equations that are not understood stay as their words. */
function withoutEquations(
  xml: string,
  equations: string[],
  notes: Notes,
  parseHtml: ReadTools['parseHtml'],
): string {
  return xml.replace(EQUATION, (source) => {
    const found = [...mathIn(parseHtml(xmlAsHtml(source)))]
    const texts = found.map((math) => {
      const tex = texOfOmml(math)
      if (tex) return `${OPEN}${equations.push(tex) - 1}${CLOSE}`
      notes.converted(t('Equation'), 'text')
      return math.textContent ?? ''
    })
    const isBlock = source.startsWith('<m:oMathPara')
    if (!isBlock) return runOf(texts.join(''))
    return texts.map(runOf).join('<w:r><w:br/></w:r>')
  })
}

/** Elements that are empty in XML are not in HTML. */
const xmlAsHtml = (source: string): string => source.replace(/<([\w:]+)((?:\s[^<>]*?)?)\/>/g, '<$1$2></$1>')

function* mathIn(root: DomNode): Generator<DomElement> {
  const rest: DomNode[] = [root]
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (isElement(node) && /^m:omath$/i.test(node.nodeName)) {
      yield node
      continue
    }
    const children: DomNode[] = []
    for (let child = node.firstChild; child; child = child.nextSibling) children.push(child)
    rest.push(...children.reverse())
  }
}

const runOf = (text: string): string => `<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`

const MARK = /\ue000(\d+)\ue001/g

/** The HTML of mammoth as the reader of HTML takes it. */
const pageHtml = (html: string, equations: readonly string[], notes: Notes): string =>
  withCaptions(
    withBoxes(
      withCheckBoxes(withPageBreaks(withoutMadeUpItems(markAnchors(tidy(html, equations, notes))), notes)),
    ),
  )

/** The HTML with equations in their places, and without the links that only lead about in Word. */
function tidy(html: string, equations: readonly string[], notes: Notes): string {
  return (
    html
      // A paragraph that is nothing but an equation is one.
      .replace(/<p(?: [^<>]*)?>\ue000(\d+)\ue001<\/p>/g, (_, at: string) =>
        block(equations[Number(at)] ?? ''),
      )
      .replace(MARK, (_, at: string) => inline(equations[Number(at)] ?? ''))
      .replace(/<a href="#(?:foot|end)note-ref-[^"]*">[^<]*<\/a>/g, '')
      .replace(/<a href="#(?:foot|end)note-[^"]*"[^>]*>([\s\S]*?)<\/a>/g, (_, words: string) => {
        notes.converted(t('Footnote'), 'numbered item at the end')
        return words
      })
      .replace(/<img[^>]* src=""[^>]*>/g, '')
  )
}

const block = (tex: string): string =>
  `<div data-kind="equation" data-tex-expression="${escaped(tex)}"></div>`
const inline = (tex: string): string =>
  `<span data-atom="inlineEquation" data-tex-expression="${escaped(tex)}"></span>`
