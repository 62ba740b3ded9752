import * as z from 'zod/mini'
import { t } from '@/shared/i18n'
import { COLORS, type Color } from '../kit/colors'
import { defineMark } from '../kit/define-block'
import type { DomElement } from '../kit/dom'
import { LIGHT } from './inks'

const isColor = (name: unknown): name is Color => COLORS.some((color) => color === name)

const colorName = z._default(z.nullable(z.enum(COLORS)), null)

const colorFromData = (name: string) => (element: DomElement) => {
  const color = element.getAttribute(name)
  return isColor(color) ? { color } : null
}

/** The colour of words: one of ours by its name, so that it is right in light and dark (product.md 9.11). */
export const textColor = defineMark({
  kind: 'color',
  get label() {
    return t('Text color')
  },
  icon: 'baseline',
  attributes: { color: colorName },
  needs: 'color',
  html: {
    rules: [{ tag: 'span', attributes: colorFromData('data-color') }],
    render: ({ color }) =>
      isColor(color)
        ? {
            tag: 'span',
            attributes: {
              'data-color': color,
              style: `color:var(--color-text-${color},${LIGHT.text[color]})`,
            },
          }
        : null,
  },
  markdown: { html: 'span' },
})

/** The colour behind words. */
export const textBackground = defineMark({
  kind: 'backgroundColor',
  get label() {
    return t('Background color')
  },
  icon: 'paint-bucket',
  attributes: { color: colorName },
  needs: 'color',
  html: {
    rules: [{ tag: 'span', attributes: colorFromData('data-background-color') }],
    render: ({ color }) =>
      isColor(color)
        ? {
            tag: 'span',
            attributes: {
              'data-background-color': color,
              style: `background-color:var(--color-background-${color},${LIGHT.background[color]})`,
            },
          }
        : null,
  },
  markdown: { html: 'span' },
})

/** The sizes that the toolbar offers, and how far a size can go (product.md 5.17). */
export const FONT_SIZES = [8, 9, 10, 12, 14, 16, 18, 24, 30, 36, 48, 60, 72, 96] as const
export const MIN_FONT_SIZE = 1
export const MAX_FONT_SIZE = 100
export const DEFAULT_FONT_SIZE = 16

const size = z.int().check(z.minimum(MIN_FONT_SIZE), z.maximum(MAX_FONT_SIZE))

/** What was typed as a size, as a whole number from 1 to 100; `null`: it is to be ignored (product.md 5.17). */
export function fontSizeFrom(given: string | number): number | null {
  const number =
    typeof given === 'number' ? given : /^\s*\d{1,3}\s*$/.test(given) ? Number(given) : Number.NaN
  return size.safeParse(number).success ? number : null
}

/**
 * How large words are, in the page's own measure: 16 is running text, 36, 24 and 20 are its first three headings
 * (product.md 5.17). So sizes keep their proportion where all text is set smaller, and 36 in a heading 1 changes nothing.
 */
export const fontSize = defineMark({
  kind: 'fontSize',
  get label() {
    return t('Font size')
  },
  icon: 'a-large-small',
  attributes: { size: z._default(z.nullable(size), null) },
  needs: 'size',
  html: {
    rules: [
      {
        tag: 'span',
        attributes: (element) => {
          const read = fontSizeFrom(element.getAttribute('data-font-size') ?? '')
          return read === null ? null : { size: read }
        },
      },
    ],
    render: ({ size: pixels }) =>
      typeof pixels === 'number'
        ? {
            tag: 'span',
            attributes: {
              'data-font-size': String(pixels),
              style: `font-size:calc(${pixels}em/var(--text-size,${DEFAULT_FONT_SIZE}))`,
            },
          }
        : null,
  },
  markdown: { html: 'span' },
})
