import type { Enclosed } from './format'

/* Pictures that stand in an HTML or Markdown file itself (`data:`). A page holds no files, so they come along beside it. */

/** What browsers draw and what cannot hold a script; between two signs of an attribute at most so much is looked at (R34). */
const TYPES = 'image\\/(png|jpe?g|gif|webp|avif|bmp)'
const BYTES = `data:${TYPES};base64,([A-Za-z0-9+/=\\s]+)`
const SHOWN = new RegExp(`^${TYPES}(?:;.*)?;base64$`, 'i')
const NO_BASE64 = /[^A-Za-z0-9+/=\s]/
const WITHIN = '[^<>]{0,4000}?'
/** A figure of our own export: what the block says of itself, and the picture in it. */
const OWN = new RegExp(
  `(<figure\\s${WITHIN}\\bdata-url=")[^"<>]*("${WITHIN}>\\s*<img\\s${WITHIN}\\bsrc=")${BYTES}"`,
  'gi',
)
const ANY = new RegExp(`(<img\\s${WITHIN}\\bsrc\\s*=\\s*)(["'])${BYTES}\\2`, 'gi')

/** The pictures that stand in one file, by the names that the blocks have for them. */
export class DataPictures {
  private readonly byData = new Map<string, Enclosed>()

  get all(): readonly Enclosed[] {
    return [...this.byData.values()]
  }

  /** The name of this picture in base64, of which each is kept once. */
  refOf(type: string, data: string): string {
    const known = this.byData.get(data)
    if (known) return known.ref
    const name = `picture-${this.byData.size + 1}.${type.toLowerCase().replace('jpeg', 'jpg')}`
    const ref = `enclosed-${name}`
    this.byData.set(data, { ref, name, bytes: new Uint8Array(Buffer.from(data, 'base64')) })
    return ref
  }

  /** The same for what stands before and behind the comma of any `data:` address; `null` when that is no such picture. */
  take(type: string, data: string): string | null {
    const shown = SHOWN.exec(type)?.[1]
    return shown !== undefined && data !== '' && !NO_BASE64.test(data) ? this.refOf(shown, data) : null
  }
}

/** The HTML with names in place of such pictures, and the pictures by these names. */
export function encloseDataPictures(html: string): { html: string; enclosed: readonly Enclosed[] } {
  const pictures = new DataPictures()
  const named = html
    .replace(OWN, (_all, figure: string, img: string, type: string, data: string) => {
      const ref = pictures.refOf(type, data)
      return `${figure}${ref}${img}${ref}"`
    })
    .replace(ANY, (_all, img: string, quote: string, type: string, data: string) => {
      return `${img}${quote}${pictures.refOf(type, data)}${quote}`
    })
  return { html: named, enclosed: pictures.all }
}
