import { NodeSelection } from '@tiptap/pm/state'
import { t } from '@/shared/i18n'
import type { RunBlock } from '../kit/block-program'
import { beforeLeaving, keepTyped } from '../kit/keep-typed'
import { REACH, REACH_LABELS } from './card'

/** Milliseconds without a key after which what was written is stored. */
const PAUSE = 400

let groups = 0

type Field = HTMLInputElement | HTMLTextAreaElement

/** The fields of a card. What is typed is the block's from the next pause on, or when the field is left. */
const run: RunBlock = (frame) => {
  groups += 1
  const { view } = frame
  /** Fields with words that are not stored yet. */
  const waiting = new Map<Field, { key: string; timer: ReturnType<typeof setTimeout>; store(): void }>()
  const form = document.createElement('div')
  form.className = 'card-fields'
  form.setAttribute('role', 'group')
  form.setAttribute('aria-label', 'Contact card')

  const store = (key: string, value: string) => {
    const pos = frame.pos()
    if (pos === undefined || !view.editable || frame.node().attrs[key] === value) return
    view.dispatch(view.state.tr.setNodeAttribute(pos, key, value))
  }

  function field(key: string, label: string, element: Field, longest: number): Field {
    const wrap = document.createElement('label')
    const words = document.createElement('span')
    words.textContent = label
    element.maxLength = longest
    wrap.append(words, element)
    form.append(wrap)
    const now = () => {
      clearTimeout(waiting.get(element)?.timer)
      waiting.delete(element)
      store(key, element.value)
    }
    element.addEventListener('input', () => {
      clearTimeout(waiting.get(element)?.timer)
      waiting.set(element, { key, timer: setTimeout(now, PAUSE), store: now })
    })
    element.addEventListener('change', now)
    return element
  }
  const input = (type: string): HTMLInputElement => Object.assign(document.createElement('input'), { type })
  const fields: [key: string, element: Field][] = [
    ['name', field('name', t('Name'), input('text'), 200)],
    ['email', field('email', 'E-mail', input('email'), 200)],
    ['phone', field('phone', t('Phone'), input('tel'), 200)],
  ]

  const choice = document.createElement('fieldset')
  choice.append(Object.assign(document.createElement('legend'), { textContent: t('Best reached') }))
  const radios = REACH.map((reach) => {
    const label = document.createElement('label')
    const radio = Object.assign(input('radio'), { name: `card-${groups}`, value: reach })
    radio.addEventListener('change', () => store('reach', reach))
    label.append(radio, REACH_LABELS[reach])
    choice.append(label)
    return radio
  })
  form.append(choice)
  fields.push(['notes', field('notes', t('Notes'), document.createElement('textarea'), 5_000)])

  const show = () => {
    const { attrs } = frame.node()
    const { editable } = view
    for (const [key, element] of fields) {
      element.readOnly = !editable
      // What is being written stays; the one who leaves the field last has the last word.
      if (!waiting.has(element) && element.value !== attrs[key]) element.value = String(attrs[key])
    }
    for (const radio of radios) {
      radio.disabled = !editable
      radio.checked = radio.value === attrs.reach
    }
  }

  /** Enter on the selected card goes into its fields, Escape comes back. */
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.target !== view.dom || event.isComposing) return
    event.preventDefault()
    event.stopImmediatePropagation()
    fields[0]?.[1].focus()
  }
  form.addEventListener('keydown', (event) => {
    const pos = frame.pos()
    if (event.key !== 'Escape' || event.isComposing || pos === undefined) return
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, pos)))
    view.focus()
  })
  const keep = () => {
    for (const { store } of [...waiting.values()]) store()
  }
  const stopKeeping = beforeLeaving(view, keep)

  frame.dom.append(form)
  show()
  return {
    update: show,
    select(isSelected) {
      if (isSelected) view.dom.addEventListener('keydown', enter, true)
      else view.dom.removeEventListener('keydown', enter, true)
    },
    stopEvent: ({ target }) => target instanceof Node && form.contains(target),
    destroy() {
      stopKeeping()
      view.dom.removeEventListener('keydown', enter, true)
      for (const { timer } of waiting.values()) clearTimeout(timer)
      const typed = [...waiting].map(([{ value }, { key }]) => [key, value] as const)
      keepTyped(view, frame.node().attrs.id, Object.fromEntries(typed))
    },
  }
}

export default run
