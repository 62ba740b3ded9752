import type { Enclosed } from './format'

/* Pictures that stand in an HTML file itself (`data:`). A page holds no files, so they come along beside it. */

/** What browsers draw and what cannot hold a script; between two signs of an attribute at most so much is looked at (R34). */
const BYTES = 'data:image\\/(png|jpe?g|gif|webp|avif|bmp);base64,([A-Za-z0-9+/=\\s]+)'
const WITHIN = '[^<>]{0,4000}?'
/** A figure of our own export: what the block says of itself, and the picture in it. */
const OWN = new RegExp(
  `(<figure\\s${WITHIN}\\bdata-url=")[^"<>]*("${WITHIN}>\\s*<img\\s${WITHIN}\\bsrc=")${BYTES}"`,
  'gi',
)
const ANY = new RegExp(`(<img\\s${WITHIN}\\bsrc\\s*=\\s*)(["'])${BYTES}\\2`, 'gi')

/** The HTML with names in place of such pictures, and the pictures by these names. */
export function encloseDataPictures(html: string): { html: string; enclosed: Enclosed[] } {
  const found = new Map<string, Enclosed>()
  const nameOf = (type: string, data: string): string => {
    const known = found.get(data)
    if (known) return known.ref
    const name = `picture-${found.size + 1}.${type.toLowerCase().replace('jpeg', 'jpg')}`
    const ref = `enclosed-${name}`
    found.set(data, { ref, name, bytes: new Uint8Array(Buffer.from(data, 'base64')) })
    return ref
  }
  const named = html
    .replace(OWN, (_all, figure: string, img: string, type: string, data: string) => {
      const ref = nameOf(type, data)
      return `${figure}${ref}${img}${ref}"`
    })
    .replace(ANY, (_all, img: string, quote: string, type: string, data: string) => {
      return `${img}${quote}${nameOf(type, data)}${quote}`
    })
  return { html: named, enclosed: [...found.values()] }
}
