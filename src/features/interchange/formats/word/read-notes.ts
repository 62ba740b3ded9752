import type { Notes } from '@/blocks/markdown/notes'
import { t } from '@/shared/i18n'

/** Elements that mammoth does not know, by their names, and what they are called in the receipt. */
const NAMED: readonly (readonly [name: RegExp, what: () => string])[] = [
  [/^(?:shape|rect|group|wsp|wgp|wpc|lockedCanvas)$/, () => t('Drawing')],
  [/^chart$/, () => t('Chart')],
  [/^(?:object|OLEObject|objectEmbed|objectLink)$/, () => t('Embedded object')],
  [/^(?:altChunk|subDoc)$/, () => t('Document within the document')],
  [/^control$/, () => t('Form control')],
  [/^(?:ink|contentPart)$/, () => t('Handwriting')],
  [/^relIds$/, () => t('Diagram (SmartArt)')],
  [/^movie$/, () => t('Film')],
]
/** Elements that say nothing to readers: places, rights, what was checked, how something is laid out. */
const SILENT =
  /^(?:perm(?:Start|End)|.*Range(?:Start|End)|bookmark.*|proofErr|commentReference|.*Pr|lastRenderedPageBreak|separator|continuationSeparator|softHyphen|path|stroke|fill|formulas|handles|lock|anchorlock|ClientData|sizeRel[HV]|(?:day|month|year)(?:Short|Long)|pgNum|footnoteRef|endnoteRef|annotationRef|extLst)$/i

/** The name without the namespace in front of it. */
const localName = (element: string): string => element.slice(element.search(/[^:}]*$/))

/** What mammoth says it left out, as a line of the receipt. */
export function noteMessage(message: string, notes: Notes): void {
  const style = /^Unrecognised (paragraph|run) style: '?(.*?)'? \(Style ID/.exec(message)
  // Every item of a list has it, which the list says already.
  if (style && style[2] !== 'List Paragraph')
    notes.converted(
      t('Style “{name}”', { name: style[2] ?? '' }),
      style[1] === 'run' ? t('plain text') : t('paragraph'),
    )
  const element = /^An unrecognised element was ignored: (\S+)/.exec(message)?.[1]
  if (element) noteElement(localName(element), notes)
  if (message.startsWith('A w:sym element')) notes.dropped(t('Sign of a font of pictures'))
  if (message.startsWith('Could not find image file')) notes.dropped(t('Picture outside of the file'))
}

function noteElement(name: string, notes: Notes): void {
  const known = NAMED.find(([named]) => named.test(name))?.[1]
  if (known) notes.dropped(known())
  else if (!SILENT.test(name))
    notes.dropped(t('Something of Word that pages do not have (“{name}”)', { name }))
}

/** The formats of pictures that Word has and browsers do not show, by the end of their type. */
const FORMATS: Readonly<Record<string, string>> = {
  'x-emf': 'EMF',
  emf: 'EMF',
  'x-wmf': 'WMF',
  wmf: 'WMF',
  tiff: 'TIFF',
  'x-pict': 'PICT',
  pict: 'PICT',
  'x-pcx': 'PCX',
}

/** Names a picture that browsers do not show. */
export function notePicture(type: string, notes: Notes): void {
  const format = FORMATS[type.replace(/^image\//, '')]
  notes.dropped(
    format === undefined
      ? t('Picture that browsers cannot show')
      : t('Picture in the format {format}, which browsers cannot show', { format }),
  )
}
