import { Selection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { AppWindow, Link2, PanelTop } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { BlockPanelProps } from '@/blocks/kit/living-kind'
import { blockOfAddress } from '@/blocks/media/media-html'
import { webUrl } from '@/blocks/media/media-url'
import { ownUndoStep } from '@/document'
import { t } from '@/shared/i18n'
import { newBlockId } from '@/shared/ids'
import { Floating } from '@/ui/floating'
import { blockPosAround } from '../core/block-tree'
import { type LinkRange, linkAt } from '../core/link'
import { withAnnouncement } from '../core/surface-state'
import { insertMedia, type NewMedia } from '../media/insert-media'
import { type Option, OptionList } from './option-list'

const KEEP: Option = {
  id: 'keep',
  get label() {
    return t('Keep as link')
  },
  icon: <Link2 aria-hidden size={16} />,
}
const CARD: Option = {
  id: 'card',
  get label() {
    return t('Show as card')
  },
  icon: <PanelTop aria-hidden size={16} />,
}
const EMBED: Option = {
  id: 'embed',
  get label() {
    return t('Embed')
  },
  icon: <AppWindow aria-hidden size={16} />,
}

/** The link whose text begins at `pos`, while it is as it was pasted. */
function pastedAt({ state }: EditorView, pos: number): LinkRange | null {
  if (pos >= state.doc.content.size || !state.doc.nodeAt(pos)?.isText) return null
  const link = linkAt(state.doc.resolve(pos + 1))
  return link?.from === pos ? link : null
}

/** Is the link all that its paragraph says? Then a block takes the paragraph's place. */
function isAlone({ state }: EditorView, link: LinkRange): boolean {
  const $from = state.doc.resolve(link.from)
  return $from.parent.type.name === 'paragraph' && $from.parent.content.size === link.to - link.from
}

/** The block that shows the address in place of words: a player or a picture where there is one, else a card that leads to it. */
function shownAs(url: string): { option: Option; block: NewMedia } | null {
  const made = blockOfAddress(url)
  if (made) return { option: EMBED, block: made }
  const address = webUrl(url)?.href
  return address === undefined
    ? null
    : { option: CARD, block: { kind: 'mediaEmbed', attributes: { url: address } } }
}

/** Puts the block where the link stands alone, else below the block whose words the link is among; these stay as they are. */
function showBlock(view: EditorView, link: LinkRange, { kind, attributes }: NewMedia, says: string): void {
  const { state } = view
  const $from = state.doc.resolve(link.from)
  const block = blockPosAround($from)
  const node = block === null ? null : state.doc.nodeAt(block)
  if (block === null || !node) return
  if (!isAlone(view, link)) {
    const tr = insertMedia(state, [{ kind, attributes }], block + node.nodeSize)
    view.dispatch(withAnnouncement(tr, says))
    return
  }
  const { id, indent } = node.attrs
  const made = state.schema.nodes[kind]!.create({ ...attributes, id, indent })
  // A line stays, so that one can write on.
  const rest = state.schema.nodes.paragraph!.create({ id: newBlockId() })
  const isLast = !state.doc.resolve(block + node.nodeSize).nodeAfter
  const tr = ownUndoStep(state.tr).replaceWith(block, block + node.nodeSize, isLast ? [made, rest] : [made])
  tr.setSelection(Selection.near(tr.doc.resolve(block + made.nodeSize), 1))
  view.dispatch(withAnnouncement(tr.scrollIntoView(), says))
}

/**
 * Asks whether a pasted address should be shown otherwise than as the link it is. The focus stays in the text: arrows and Enter
 * choose, Escape and writing on keep the link. Only where the address stands alone and can be embedded does Enter embed it;
 * elsewhere it is the key that begins a line.
 */
export default function PastedAddressPanel({ editor, pos, onClose }: BlockPanelProps) {
  const { view } = editor
  const [offered] = useState(() => {
    const link = pastedAt(view, pos)
    const shown = link && shownAs(link.url)
    return { shown, embedsAtOnce: shown?.option === EMBED && isAlone(view, link!) }
  })
  const { shown, embedsAtOnce } = offered
  const [active, setActive] = useState(embedsAtOnce ? 1 : 0)
  const options = shown ? [KEEP, shown.option] : []

  const pick = (index: number) => {
    const link = pastedAt(view, pos)
    onClose()
    if (index === 0 || !link || !shown) return
    showBlock(view, link, shown.block, shown.option === EMBED ? t('Embedded') : t('Shown as a card'))
  }
  const latest = useRef({ pick, active, onClose })
  latest.current = { pick, active, onClose }

  useEffect(() => {
    if (!shown) return latest.current.onClose()
    const says = embedsAtOnce
      ? t('Press Enter to embed, Escape to keep the link')
      : t('Pasted as a link. Press the down arrow to show it otherwise')
    view.dispatch(withAnnouncement(view.state.tr, says))
    const key = (event: KeyboardEvent) => {
      if (event.isComposing || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
      const { active, pick, onClose } = latest.current
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setActive(1 - active)
      else if (event.key === 'Enter' && active > 0) pick(active)
      else if (event.key === 'Escape') onClose()
      else return onClose()
      event.preventDefault()
      event.stopPropagation()
    }
    view.dom.addEventListener('keydown', key, true)
    return () => view.dom.removeEventListener('keydown', key, true)
  }, [view, shown, embedsAtOnce])

  if (!shown) return null
  const rect = () => {
    const { left, bottom, top } = view.coordsAtPos(Math.min(pos, view.state.doc.content.size))
    return new DOMRect(left, top, 0, bottom - top)
  }
  return (
    <Floating
      className="panel pasted-address"
      rect={rect}
      context={view.dom}
      anchorKey={pos}
      onPressOutside={onClose}
      onMouseDown={(event) => event.preventDefault()}
    >
      <OptionList
        id="pasted-address"
        label={t('Pasted address')}
        options={options}
        active={active}
        onActive={setActive}
        onPick={pick}
      />
    </Floating>
  )
}
