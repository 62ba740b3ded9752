import { blockKind } from '../kinds'
import type { Block, Inline } from '../kit/block'
import { isInlineText } from '../kit/block'

/**
 * Answers the name by which a picture is known from now on: `enclosed-` and the name of a file. `null` when it cannot be taken.
 * `type` is what stands before the comma of its address (`image/png;base64`), `data` what stands behind it.
 */
export type EnclosePicture = (type: string, data: string) => string | null

/** Where an address may begin: the definition of a label, a link or a picture, an `<img>`. Every part is bounded (R34). */
const START =
  /(?:^[ \t>]{0,40}\[(?!\^)(?:\\.|[^\]\\\n]){1,200}\]:[ \t]{0,20}\n?[ \t]{0,20}<?|(?<!\\)\]\([ \t]{0,20}\n?[ \t]{0,20}<?|(?<!\\)<img\s[^<>]{0,4000}?\bsrc\s{0,20}=\s{0,20}["'])(?=data:)/gim
const ENDS = { plain: /[\s<>()]/g, angled: /[<>\n]/g, quoted: /[<>"']/g }
const HEAD = /^data:([^,]{0,200}),/i
const PLACE = /enclosed-[\w.-]{1,60}|data:,left-out-\d{1,9}/g
/** A person may have written an address of this length among words; a longer one is never shown there. */
const SHORT = 2000

/** A Markdown text without its `data:` addresses. */
interface Taken {
  text: string
  /** The blocks read from it; code says the addresses again, as it is shown word for word. */
  putBack(blocks: Block[]): Block[]
}

/**
 * Takes `data:` addresses out of a Markdown text before it is parsed: pictures in base64 are longer than all that is
 * written. Those that cannot be taken become short addresses that no picture or link may have.
 */
export function takeDataAddresses(source: string, enclose: EnclosePicture = () => null): Taken {
  const taken = new Map<string, string>()
  let text = ''
  let from = 0
  START.lastIndex = 0
  for (let found = START.exec(source); found; found = START.exec(source)) {
    const at = START.lastIndex
    const end = endOf(source, at, found[0].at(-1)!)
    const address = source.slice(at, end)
    const type = HEAD.exec(address)?.[1]
    if (type === undefined) continue
    const place = enclose(type, address.slice(type.length + 6)) ?? `data:,left-out-${taken.size + 1}`
    taken.set(place, address)
    text += source.slice(from, at) + place
    from = end
    START.lastIndex = end
  }
  if (taken.size === 0) return { text: source, putBack: (blocks) => blocks }
  return { text: text + source.slice(from), putBack: (blocks) => blocks.map((block) => put(block, taken)) }
}

function endOf(source: string, at: number, before: string): number {
  const end = ENDS[before === '<' ? 'angled' : /["']/.test(before) ? 'quoted' : 'plain']
  end.lastIndex = at
  return end.exec(source)?.index ?? source.length
}

function put(block: Block, taken: ReadonlyMap<string, string>): Block {
  const { text, children } = block
  const isCode = blockKind(block.kind)?.content === 'code'
  return {
    ...block,
    ...(text && { text: text.map((piece) => putInto(piece, isCode, taken)) }),
    ...(children && { children: children.map((child) => put(child, taken)) }),
  }
}

function putInto(piece: Inline, inCode: boolean, taken: ReadonlyMap<string, string>): Inline {
  const marks = piece.marks ?? []
  const isCode = inCode || marks.some(({ kind }) => kind === 'code')
  const link = marks.find(({ kind }) => kind === 'link')?.attributes?.url
  const said = (text: string) =>
    text.replace(PLACE, (place) => {
      const address = taken.get(place)
      if (address === undefined) return place
      // A link that has no other words than its address is called as the file.
      const isShown = isCode || (address.length <= SHORT && place !== link)
      return isShown ? address : place.replace(/^enclosed-|^data:.*/, '')
    })
  if (isInlineText(piece)) return { ...piece, text: said(piece.text) }
  const note = piece.attributes?.note
  return typeof note === 'string'
    ? { ...piece, attributes: { ...piece.attributes, note: said(note) } }
    : piece
}
