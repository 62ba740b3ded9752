import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '@/shared/i18n'
import { cn } from '@/ui/cn'
import { Floating } from '@/ui/floating'
import { keyInRow } from '@/ui/key-in-row'
import { COLORS } from '../kit/colors'
import type { BlockPanelProps } from '../kit/living-kind'
import { useEditorValue } from '../kit/use-editor-value'
import { CALLOUT_VARIANTS, type CalloutVariant, VARIANT_ICONS, variantAttributes } from './callout'
import { VARIANT_LABELS } from './callout-words'
import './callout.panel.css'

/** What people put on callouts most; any other emoji can be typed. */
const ICONS =
  '💡 📝 ℹ️ 📌 ⭐ 🌱 ✅ ❌ ⚠️ 🛑 🔥 🚧 ❓ ❗ 💬 📣 🎯 🚀 🔒 🔑 🧪 🐛 🧠 ⏰ 📅 📎 🔗 🎉 ❤️ 👀 🙏 👋'.split(' ')

interface Choice {
  id: string
  label: string
  shown: ReactNode
  className?: string
}

/** One choice of several: one of them takes the focus, the arrow keys go on and choose. */
function Choices({
  label,
  className,
  choices,
  chosen,
  onChoose,
}: {
  label: string
  className: string
  choices: readonly Choice[]
  chosen: string
  onChoose(id: string): void
}) {
  const group = useRef<HTMLDivElement>(null)
  const reached = choices.some(({ id }) => id === chosen) ? chosen : choices[0]!.id
  const onKeyDown = (event: KeyboardEvent) => {
    const at = choices.findIndex(({ id }) => id === reached)
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[keyInRow(event)]
    if (step === undefined) return
    event.preventDefault()
    const to = (at + step + choices.length) % choices.length
    onChoose(choices[to]!.id)
    group.current?.querySelectorAll<HTMLElement>('button')[to]?.focus()
  }
  return (
    <div ref={group} role="radiogroup" aria-label={label} className={className} onKeyDown={onKeyDown}>
      {choices.map((choice) => (
        // biome-ignore lint/a11y/useSemanticElements: these are buttons that look like what they choose
        <button
          key={choice.id}
          type="button"
          role="radio"
          aria-checked={choice.id === chosen}
          aria-label={choice.label}
          title={choice.label}
          tabIndex={choice.id === reached ? 0 : -1}
          className={cn('callout-choice', choice.className)}
          onClick={() => onChoose(choice.id)}
        >
          {choice.shown}
        </button>
      ))}
    </div>
  )
}

const isEmoji = (text: string): boolean =>
  /^\p{Extended_Pictographic}/u.test(text) || /^\p{RI}\p{RI}/u.test(text)

/** The first letter of what was typed, as people count letters: an emoji with all that belongs to it. */
const firstLetter = (text: string): string =>
  [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text.trim())][0]?.segment ?? ''

/** What a callout looks like: its variant, icon and background (product.md 3.20). Each choice is there at once. */
export default function CalloutPanel({ editor, pos, onClose }: BlockPanelProps) {
  const { view } = editor
  const panel = useRef<HTMLDivElement>(null)
  const node = useEditorValue(editor, ({ state }) => {
    const found = state.doc.nodeAt(pos)
    return found?.type.name === 'callout' ? found : null
  })
  const [typed, setTyped] = useState('')

  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
  }, [])

  if (!node) return null
  const { variant, icon, backgroundColor } = node.attrs as {
    variant: CalloutVariant
    icon: string
    backgroundColor: string | null
  }
  const set = (attributes: Record<string, string | null>) => {
    const { tr } = view.state
    for (const [name, value] of Object.entries(attributes)) tr.setNodeAttribute(pos, name, value)
    view.dispatch(tr)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Tab') {
      const stops = [...panel.current!.querySelectorAll<HTMLElement>('[tabindex="0"], input')]
      const at = stops.indexOf(document.activeElement as HTMLElement)
      stops[(at + (event.shiftKey ? stops.length - 1 : 1)) % stops.length]?.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const anchor = () => {
    const dom = view.nodeDOM(pos)
    const box = (dom instanceof Element ? dom : view.dom).getBoundingClientRect()
    return new DOMRect(box.left, box.top, 40, Math.min(box.height, 40))
  }
  return (
    <Floating rect={anchor} context={view.dom} anchorKey={pos} onPressOutside={onClose}>
      <div
        ref={panel}
        className="panel callout-panel"
        role="dialog"
        aria-label={t('Callout')}
        onKeyDown={onKeyDown}
      >
        <Choices
          label={t('Kind')}
          className="callout-kinds"
          chosen={variant}
          choices={CALLOUT_VARIANTS.map((id) => ({
            id,
            label: VARIANT_LABELS[id],
            shown: (
              <>
                <span aria-hidden>{VARIANT_ICONS[id]}</span>
                {VARIANT_LABELS[id]}
              </>
            ),
          }))}
          onChoose={(id) => set(variantAttributes(id as CalloutVariant, icon))}
        />
        <Choices
          label={t('Icon')}
          className="callout-icons"
          chosen={icon}
          choices={[
            ...ICONS.map((id) => ({ id, label: id, shown: id })),
            { id: '', label: t('No icon'), shown: '∅', className: 'callout-none' },
          ]}
          onChoose={(id) => set({ icon: id })}
        />
        <input
          className="search-field callout-emoji"
          aria-label={t('Another emoji')}
          placeholder={t('Another emoji…')}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            const letter = firstLetter(event.target.value)
            if (isEmoji(letter)) set({ icon: letter })
            setTyped(isEmoji(letter) ? '' : event.target.value)
          }}
        />
        <Choices
          label={t('Background')}
          className="callout-colors"
          chosen={backgroundColor ?? ''}
          choices={[
            {
              id: '',
              label: t('As its kind'),
              shown: <span className="callout-swatch" data-kind-color={variant} />,
            },
            ...COLORS.map((id) => ({
              id,
              label: id.charAt(0).toUpperCase() + id.slice(1),
              shown: (
                <span className="callout-swatch" style={{ background: `var(--color-background-${id})` }} />
              ),
            })),
          ]}
          onChoose={(id) => set({ backgroundColor: id || null })}
        />
      </div>
    </Floating>
  )
}
