import { AppWindow, Link2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { BlockPanelProps } from '@/blocks/kit/living-kind'
import { blockOfAddress } from '@/blocks/media/media-html'
import { ownUndoStep } from '@/document'
import { t } from '@/shared/i18n'
import { Floating } from '@/ui/floating'
import { withAnnouncement } from '../core/surface-state'
import { type Option, OptionList } from '../menus/option-list'

const OPTIONS: readonly Option[] = [
  { id: 'embed', label: 'Embed', icon: <AppWindow aria-hidden size={16} /> },
  { id: 'keep', label: 'Keep as link', icon: <Link2 aria-hidden size={16} /> },
]

/**
 * Asks whether an address that was pasted alone should be shown instead of linked. The focus stays in the text: arrows and
 * Enter choose, Escape and writing on keep the link.
 */
export default function EmbedOfferPanel({ editor, pos, onClose }: BlockPanelProps) {
  const { view } = editor
  const [active, setActive] = useState(0)

  const pick = (index: number) => {
    const node = view.state.doc.nodeAt(pos)
    const made = node && blockOfAddress(node.textContent.trim())
    onClose()
    if (OPTIONS[index]?.id !== 'embed' || !node || !made) return
    const block = view.state.schema.nodes[made.kind]!.create({
      ...made.attributes,
      id: node.attrs.id,
      indent: node.attrs.indent,
    })
    const tr = ownUndoStep(view.state.tr)
    // The line stays, so that one can write on.
    const rest = view.state.schema.nodes.paragraph!.create()
    const isLast = !view.state.doc.resolve(pos + node.nodeSize).nodeAfter
    tr.replaceWith(pos, pos + node.nodeSize, isLast ? [block, rest] : [block])
    view.dispatch(withAnnouncement(tr.scrollIntoView(), t('Embedded')))
  }
  const latest = useRef({ pick, active, onClose })
  latest.current = { pick, active, onClose }

  useEffect(() => {
    view.dispatch(withAnnouncement(view.state.tr, t('Press Enter to embed, Escape to keep the link')))
    const key = (event: KeyboardEvent) => {
      if (event.isComposing || [t('Shift'), t('Control'), t('Alt'), t('Meta')].includes(event.key)) return
      const { active, pick, onClose } = latest.current
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') setActive(1 - active)
      else if (event.key === 'Enter') pick(active)
      else if (event.key === 'Escape') onClose()
      else return onClose()
      event.preventDefault()
      event.stopPropagation()
    }
    view.dom.addEventListener('keydown', key, true)
    return () => view.dom.removeEventListener('keydown', key, true)
  }, [view])

  const rect = () => {
    const element = view.nodeDOM(Math.min(pos, view.state.doc.content.size))
    return (element instanceof Element ? element : view.dom).getBoundingClientRect()
  }
  return (
    <Floating
      className="panel embed-offer"
      rect={rect}
      context={view.dom}
      anchorKey={pos}
      onPressOutside={onClose}
      onMouseDown={(event) => event.preventDefault()}
    >
      <OptionList
        id="embed-offer"
        label={t('Pasted address')}
        options={OPTIONS}
        active={active}
        onActive={setActive}
        onPick={pick}
      />
    </Floating>
  )
}
