import * as z from 'zod/mini'
import { t } from '@/shared/i18n'
import { color } from '../kit/colors'
import { defineAtom } from '../kit/define-inline'

/** How large an icon can be, in pixels; `null` goes with the text. */
export const ICON_SIZES = [16, 20, 24, 32, 48, 64] as const

/** What a name says to somebody who cannot see the drawing: `arrow-down` is "arrow down icon". */
export const iconLabel = (name: string): string => `${name.replaceAll('-', ' ')} icon`

/** A drawing of the lucide set by its name, in a colour and a size (product.md 3.20). */
export const icon = defineAtom({
  kind: 'icon',
  attributes: {
    iconName: z._default(z.string().check(z.regex(/^[a-z0-9-]{1,60}$/)), 'star'),
    color,
    size: z._default(z.nullable(z.literal([...ICON_SIZES])), null),
  },
  insert: [
    {
      id: 'icon',
      get label() {
        return t('Icon')
      },
      icon: 'smile',
      keywords: ['symbol', 'lucide', 'picture', 'glyph'],
      group: 'Inline',
      turnsInto: false,
      panel: 'icon',
    },
  ],
  text: ({ iconName }) => `:${String(iconName)}:`,
  html: {
    rules: [],
    render: ({ iconName }) => ({
      tag: 'span',
      attributes: { role: 'img', 'aria-label': iconLabel(String(iconName)) },
    }),
  },
})
