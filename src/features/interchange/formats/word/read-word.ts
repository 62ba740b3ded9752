import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import mammoth from 'mammoth'
import { ZipFile } from 'yazl'
import { readHtml } from '@/blocks/html/read'
import { type DomElement, type DomNode, isElement } from '@/blocks/kit/dom'
import type { ReadPage } from '@/blocks/markdown'
import { Notes } from '@/blocks/markdown/notes'
import { AppError } from '@/shared/errors'
import { t } from '@/shared/i18n'
import type { Enclosed, FileRead, GivenFile, ReadTools } from '../format'
import { openZip, type SafeZip } from '../safe-zip'
import { markAnchors, resolveAnchors, withoutAnchors } from './anchors'
import { withBoxes, withCaptions } from './boxes'
import { withCheckBoxes } from './check-boxes'
import { markNotes, placeNotes, referredText } from './footnotes'
import { withoutMadeUpItems } from './list-levels'
import { WordLooks } from './looks'
import { missingText, paragraphsOf } from './missing-text'
import { texOfOmml } from './omml-to-tex'
import { withPageBreaks } from './page-breaks'
import { noteMessage, notePicture } from './read-notes'
import { readReviewed } from './review/read-reviewed'
import { plainBlocks, withoutSegments, withPlainAttributes } from './review/segments'
import { StyleSheet } from './style-sheet'
import { KNOWN_STYLES, STYLE_MAP } from './styles'
import { wholeText } from './whole-text'
import { UNSEEN } from './write-math'
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
/** Bytes of a part that says how things look, and of all comments. */
const MOST_OF_LOOKS = 20 * 1024 * 1024
const MOST_PART = 100 * 1024 * 1024
/** Bytes of all pictures together, unpacked: they are held at once. */
const MOST_MEDIA = 256 * 1024 * 1024
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
const MARKED = /[\ue000-\ue008]|&#(?:x0{0,8}e00[0-8]|0{0,8}573(?:4[4-9]|5[0-2]));/gi
/** What is said about the page is no part of it: it is read by itself. */
const COMMENTS_PART = /^word\/comments\w*\.xml$/
const NOTES_PART = /^word\/(?:foot|end)notes\d*\.xml$/
/** What somebody proposes or says of the words of a note can only be shown where those are text of the page. */
const REVIEWED = /<w:(?:ins|del|moveFrom|moveTo|[rp]PrChange|commentRangeStart)\b/
const EQUATION = /<m:oMathPara\b[^>]*>[\s\S]*?<\/m:oMathPara>|<m:oMath\b[^>]*>[\s\S]*?<\/m:oMath>/g

/**
 * The page in a Word file, with its tracked changes as suggestions and its comments as discussions. Nothing that it points to is fetched,
 * neither from the network (R36) nor from this machine (R37): mammoth is handed the parts inside alone. Throws `bad-input` for protected,
 * damaged and other files, in words.
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
  const partOf = async (path: string) =>
    zip.paths.includes(path) ? Buffer.from(await zip.read(path, MOST_OF_LOOKS)).toString('utf8') : ''
  const [styles, numbering] = [await partOf('word/styles.xml'), await partOf('word/numbering.xml')]
  const comments = {
    comments: await partOf('word/comments.xml'),
    extended: await partOf('word/commentsExtended.xml'),
  }
  const given = await partsOf(zip)
  await noteOtherParts(zip, notes)
  zip.close()
  onProgress(0.2)
  const pictures = new Pictures()
  const tell = { parseHtml, onProgress }
  const keepsNotesApart = [...given.texts].some(([path, xml]) => NOTES_PART.test(path) && REVIEWED.test(xml))
  const reader = (into: Notes) => (parts: Parts) =>
    readParts(parts, { styles, numbering, keepsNotesApart }, pictures, into, tell)
  const { read, review, discussions } = await readReviewed(given, comments, reader, notes)
  return { ...read, notes: [...notes.all(), ...read.notes], enclosed: pictures.enclosed, review, discussions }
}

/** A Word file as mammoth reads it: the text of its main parts, and all others. */
export interface Parts {
  texts: ReadonlyMap<string, string>
  others: ReadonlyMap<string, Uint8Array>
}

/** The pictures of a file; one that both readings of it show is kept once. */
class Pictures {
  readonly enclosed: Enclosed[] = []
  private readonly known = new Map<string, string>()

  refOf(content: Uint8Array, ending: string): string {
    const hash = createHash('sha256').update(content).digest('base64')
    const known = this.known.get(hash)
    if (known !== undefined) return known
    const ref = `word-media/picture-${this.enclosed.length + 1}.${ending}`
    this.enclosed.push({ ref, name: ref.split('/')[1]!, bytes: content })
    this.known.set(hash, ref)
    return ref
  }
}

/** The page that parts say. */
async function readParts(
  { texts, others }: Parts,
  look: { styles: string; numbering: string; keepsNotesApart: boolean },
  pictures: Pictures,
  notes: Notes,
  { parseHtml, onProgress }: ReadTools,
): Promise<ReadPage> {
  const equations: string[] = []
  const sheet = new StyleSheet(look.styles)
  const looks = new WordLooks(look, sheet)
  const paragraphs: string[] = []
  const packed = new ZipFile()
  const document = [...texts].find(([path]) => /^word\/document\d*\.xml$/.test(path))?.[1] ?? ''
  for (const [path, xml] of texts) {
    const whole = wholeText(xml, notes)
    paragraphs.push(...paragraphsOf(withoutSegments(referredText(whole, document))))
    const marked = looks.mark(withoutEquations(whole, equations, notes, parseHtml))
    packed.addBuffer(Buffer.from(marked), path, { compress: false })
  }
  for (const [path, content] of others) packed.addBuffer(Buffer.from(content), path, { compress: false })
  packed.end()
  const convertImage = mammoth.images.imgElement(async (image) => {
    try {
      const content = await image.readAsBuffer()
      const ending = SHOWN[image.contentType]
      if (ending !== undefined) return { src: pictures.refOf(new Uint8Array(content), ending) }
      notePicture(image.contentType, notes)
    } catch {
      // It is outside of the file, where nothing is fetched from.
      notes.dropped(t('Picture outside of the file'))
    }
    return { src: '' }
  })
  const { value, messages } = await mammoth
    .convertToHtml(
      { buffer: await buffer(packed.outputStream) },
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
  const whole = placeNotes(resolveAnchors(read.blocks, notes), look.keepsNotesApart, notes)
  const blocks = withPlainAttributes(whole)
  for (const what of missingText(paragraphs, withoutSegments(title), plainBlocks(blocks))) notes.dropped(what)
  return { ...read, title, blocks }
}

/** Parts that are no text of the page, by what the receipt calls them. */
const OTHER_PARTS: readonly (readonly [path: RegExp, text: RegExp, what: () => string])[] = [
  [/^word\/header\d*\.xml$/, /<w:t[\s>]/, () => t('Header')],
  [/^word\/footer\d*\.xml$/, /<w:t[\s>]/, () => t('Footer')],
]

/** Names in the receipt what stands in other parts of the file, which are not read. */
async function noteOtherParts(zip: SafeZip, notes: Notes): Promise<void> {
  for (const [path, text, what] of OTHER_PARTS) {
    for (const part of zip.paths.filter((candidate) => path.test(candidate))) {
      const xml = Buffer.from(await zip.read(part, MOST_PART)).toString('utf8')
      for (const _ of xml.match(text) ?? []) notes.dropped(what())
    }
  }
}

/** The parts of the file, without those that are not read. */
async function partsOf(zip: SafeZip): Promise<Parts> {
  const paths = zip.paths.filter((path) => /\.(?:xml|rels)$/i.test(path) || /^word\/media\//.test(path))
  if (!paths.includes('[Content_Types].xml')) throw new AppError('bad-input', NO_WORD())
  const [texts, others] = [new Map<string, string>(), new Map<string, Uint8Array>()]
  let [xmlSize, mediaSize] = [0, 0]
  for (const path of paths) {
    if (COMMENTS_PART.test(path)) continue
    const bytes = await zip.read(path, MOST_PART)
    const isXml = !path.startsWith('word/media/')
    if (isXml) xmlSize += bytes.byteLength
    else mediaSize += bytes.byteLength
    if (xmlSize > MOST_XML)
      throw new AppError('too-large', t('This Word file holds too much text. Split it into several.'))
    if (mediaSize > MOST_MEDIA)
      throw new AppError(
        'too-large',
        t('The pictures of this Word file are too large. Split it into several.'),
      )
    if (/^word\/(?:document|footnotes|endnotes)\d*\.xml$/.test(path))
      texts.set(path, Buffer.from(bytes).toString('utf8').replace(MARKED, ''))
    else others.set(path, bytes)
  }
  return { texts, others }
}

/** The text with a mark where each equation was; equations that are not understood stay as their words. */
function withoutEquations(
  xml: string,
  equations: string[],
  notes: Notes,
  parseHtml: ReadTools['parseHtml'],
): string {
  return xml.replace(EQUATION, (source) => {
    const found = [...mathIn(parseHtml(xmlAsHtml(source.replace(UNSEEN, ''))))]
    const texts = found.map((math) => {
      const tex = texOfOmml(math)
      if (tex) return `${OPEN}${equations.push(tex) - 1}${CLOSE}`
      notes.converted(t('Equation'), t('text'))
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
      withCheckBoxes(
        withPageBreaks(withoutMadeUpItems(markAnchors(markNotes(tidy(html, equations)))), notes),
      ),
    ),
  )

/** The HTML with equations in their places, and without the links that only lead about in Word. */
function tidy(html: string, equations: readonly string[]): string {
  return (
    html
      // A paragraph that is nothing but an equation is one.
      .replace(/<p(?: [^<>]*)?>\ue000(\d+)\ue001<\/p>/g, (_, at: string) =>
        block(equations[Number(at)] ?? ''),
      )
      .replace(MARK, (_, at: string) => inline(equations[Number(at)] ?? ''))
      .replace(/<img[^>]* src=""[^>]*>/g, '')
  )
}

const block = (tex: string): string =>
  `<div data-kind="equation" data-tex-expression="${escaped(tex)}"></div>`
const inline = (tex: string): string =>
  `<span data-atom="inlineEquation" data-tex-expression="${escaped(tex)}"></span>`
