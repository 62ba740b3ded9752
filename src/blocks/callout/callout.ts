import * as z from 'zod/mini'
import { t } from '@/shared/i18n'
import { backspaceKeys } from '../editing/backspace-keys'
import { backspaceAtContainerStart, containerOf, unwrapContainer } from '../editing/containers'
import { type BlockCommand, wrapSelection } from '../editing/turn-into'
import { type Attributes, indent } from '../kit/attributes'
import { color } from '../kit/colors'
import { type BlockDefinition, defineBlock } from '../kit/define-block'

/** What a callout is for. Those of GitHub's alerts, so that Markdown can say them (rulings 6). */
export const CALLOUT_VARIANTS = ['note', 'tip', 'important', 'warning', 'caution'] as const
export type CalloutVariant = (typeof CALLOUT_VARIANTS)[number]

/** The icon of a callout that has not been given another one (product.md 3.20). */
export const LIGHT_BULB = '💡'

/** The icon that goes with a variant until somebody chooses one. */
export const VARIANT_ICONS: Readonly<Record<CalloutVariant, string>> = {
  note: LIGHT_BULB,
  tip: '🌱',
  important: '📌',
  warning: '⚠️',
  caution: '🛑',
}

const variant = z._default(z.enum(CALLOUT_VARIANTS), 'note')
const icon = z._default(z.string().check(z.maxLength(32)), LIGHT_BULB)

const isVariant = (name: string | undefined): name is CalloutVariant =>
  CALLOUT_VARIANTS.some((known) => known === name)

/** The attributes that a variant brings: its icon too, unless the one there was chosen by somebody. */
export function variantAttributes(next: CalloutVariant, icon: string): { variant: string; icon: string } {
  const isChosen = icon !== '' && !Object.values(VARIANT_ICONS).includes(icon)
  return { variant: next, icon: isChosen || icon === '' ? icon : VARIANT_ICONS[next] }
}

const toggle: BlockCommand = (state, tr, apply) =>
  unwrapContainer('callout')(state, tr, apply) || wrapSelection(callout)(state, tr, apply)

/** A box that stands out: an icon and blocks on a background. */
export const callout: BlockDefinition = defineBlock({
  kind: 'callout',
  content: 'blocks',
  attributes: { variant, icon, color, backgroundColor: color, indent },
  insert: [
    {
      id: 'callout',
      get label() {
        return t('Callout')
      },
      icon: 'lightbulb',
      keywords: ['note', 'tip', 'info', 'important', 'warning', 'caution', 'alert', 'box', 'highlight'],
      group: 'Blocks',
      turnsInto: true,
      turnInto: toggle,
      isActive: ({ selection }) => containerOf(selection, 'callout') !== null,
    },
  ],
  actions: [
    {
      id: 'callout.style',
      get label() {
        return t('Icon and colors')
      },
      icon: 'palette',
      group: 'Callout',
      keywords: ['callout', 'variant', 'background', 'emoji', 'note', 'tip', 'warning'],
      places: {
        blockMenu: {},
        palette: {
          get label() {
            return t('Callout: icon and colors')
          },
          group: 'Editor',
        },
      },
      command({ editor }, apply) {
        const found = editor?.view.editable ? containerOf(editor.view.state.selection, 'callout') : null
        if (found && apply) editor?.openPanel('callout', found.pos)
        return found !== null
      },
    },
  ],
  html: {
    rules: [
      {
        // What GitHub makes of an alert.
        tag: 'div',
        attributes: (element) => {
          const named = /(?:^|\s)markdown-alert-([a-z]+)/.exec(element.getAttribute('class') ?? '')?.[1]
          return isVariant(named) ? variantAttributes(named, LIGHT_BULB) : null
        },
      },
    ],
    render: ({ icon: shown }) => ({
      tag: 'div',
      attributes: { role: 'note', 'data-shown-icon': typeof shown === 'string' ? shown : LIGHT_BULB },
      inner: { tag: 'div', attributes: { class: 'callout-content' } },
    }),
  },
  markdown: {
    write: (block, writer) => ({
      type: 'alert',
      variant: typeof block.attributes?.variant === 'string' ? block.attributes.variant : 'note',
      children: writer.blocks(block.children ?? []),
    }),
    reads: {
      alert: ({ variant: named }): Attributes =>
        isVariant(named) ? { variant: named, icon: VARIANT_ICONS[named] } : {},
    },
  },
  editing: {
    priority: 300,
    addKeyboardShortcuts() {
      const backspace = backspaceAtContainerStart('callout')
      return backspaceKeys(this.editor, () =>
        this.editor.commands.command(({ state, tr, dispatch }) => backspace(state, tr, Boolean(dispatch))),
      )
    },
  },
})
