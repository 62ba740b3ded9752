import type { EditorState, Transaction } from '@tiptap/pm/state'
import type { BlockHost } from '@/blocks/kit/block-program'
import { t } from '@/shared/i18n'
import { newBlockId } from '@/shared/ids'
import { MOST_FILES, whyNotFiles } from './check-files'
import { startUpload } from './uploads'

/** A picture that stands in HTML as data. Scalable ones are left out: they can hold more than a picture (R29). */
const DATA_PICTURE = /^\s*data:image\/(png|jpeg|gif|webp|avif|bmp);base64,/i

function fileOfData(src: string, index: number): File | null {
  const found = DATA_PICTURE.exec(src)
  if (!found) return null
  try {
    const code = src.slice(found[0].length).replace(/\s/g, '')
    const bytes = Uint8Array.from(atob(code), (character) => character.charCodeAt(0))
    const type = found[1]!.toLowerCase()
    return new File([bytes], `image-${index + 1}.${type === 'jpeg' ? 'jpg' : type}`, {
      type: `image/${type}`,
    })
  } catch {
    // Not base64 after all.
    return null
  }
}

/** What one paste brought: the files by the mark of their place in the HTML. */
interface Paste {
  files: Map<string, File>
  /** What could not be taken, in words. */
  note: string | null
  isIn: boolean
}

/**
 * Pictures that pasted HTML holds as data become files of their own (product.md 5.6). Not more than may be chosen at
 * once are taken, and none is sent before it stands on the page: a paste can still be refused, and not every place
 * takes pictures.
 */
export class PastedPictures {
  private paste: Paste | null = null

  constructor(
    private readonly host: () => BlockHost,
    private readonly tell: (message: string) => void,
  ) {}

  /** The pasted HTML with a block in place of each picture that is taken. */
  keep(html: string): string {
    this.paste = null
    if (!/data:image\//i.test(html)) return html
    const page = new DOMParser().parseFromString(html, 'text/html')
    const images = [...page.querySelectorAll('img[src]:not([aria-roledescription="checkbox"])')].filter(
      (image) => DATA_PICTURE.test(image.getAttribute('src')!),
    )
    if (images.length === 0) return html
    const paste: Paste = { files: new Map(), note: null, isIn: false }
    for (const [index, image] of images.slice(0, MOST_FILES).entries()) {
      const file = fileOfData(image.getAttribute('src')!, index)
      const wrong = file ? whyNotFiles([file]) : t('A pasted picture could not be read.')
      paste.note ??= wrong
      if (!file || wrong) continue
      const mark = `pasted-${newBlockId()}`
      paste.files.set(mark, file)
      image.replaceWith(blockFor(page, file, mark, image.getAttribute('alt')))
    }
    if (images.length > MOST_FILES)
      paste.note = t(
        'Only the first {mostFiles} of {count} pictures were pasted: more cannot be added at once.',
        { mostFiles: MOST_FILES, count: images.length },
      )
    this.paste = paste
    // A paste is over when the browser's event is.
    queueMicrotask(() => {
      if (this.paste === paste) this.paste = null
      if (paste.isIn && paste.note) this.tell(paste.note)
    })
    return page.body.innerHTML
  }

  /** Begins to keep the pictures that have come into the page, as part of the same step. */
  append(transactions: readonly Transaction[], state: EditorState): Transaction | null {
    const { paste } = this
    if (!paste || !transactions.some(({ docChanged }) => docChanged)) return null
    paste.isIn = true
    if (paste.files.size === 0) return null
    const { tr } = state
    state.doc.descendants((node, pos) => {
      const mark: unknown = node.attrs.placeholderId
      const file = typeof mark === 'string' ? paste.files.get(mark) : undefined
      if (!file) return
      paste.files.delete(mark as string)
      tr.setNodeAttribute(pos, 'placeholderId', startUpload(file, this.host()))
    })
    return tr.docChanged ? tr : null
  }
}

function blockFor(page: Document, file: File, mark: string, alt: string | null): HTMLElement {
  const figure = page.createElement('figure')
  figure.dataset.kind = 'image'
  figure.dataset.placeholderId = mark
  figure.dataset.name = file.name
  figure.dataset.mimeType = file.type
  figure.dataset.size = String(file.size)
  if (alt) figure.dataset.alt = alt.slice(0, 2_000)
  return figure
}
