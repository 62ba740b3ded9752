import * as z from 'zod/mini'
import { t } from '@/shared/i18n'
import { cleanAttributes, indent } from '../kit/attributes'
import type { Block } from '../kit/block'
import { defineBlock } from '../kit/define-block'

/** How somebody likes to be reached. */
export const REACH = ['any', 'email', 'phone'] as const
export const REACH_LABELS: Readonly<Record<(typeof REACH)[number], string>> = {
  get any() {
    return t('Either')
  },
  get email() {
    return t('By e-mail')
  },
  get phone() {
    return t('By phone')
  },
}

const line = z._default(z.string().check(z.maxLength(200)), '')

export const cardShape = {
  name: line,
  email: line,
  phone: line,
  reach: z._default(z.enum(REACH), 'any'),
  notes: z._default(z.string().check(z.maxLength(5_000)), ''),
  indent,
}

/** The lines of a card that say something, each with its label. */
export function saidBy(block: Block): [label: string, value: string][] {
  const { name, email, phone, reach, notes } = cleanAttributes(cardShape, block.attributes ?? {})
  const known = REACH.find((one) => one === reach && one !== 'any')
  const lines: [string, string][] = [
    [t('Name'), String(name)],
    ['E-mail', String(email)],
    [t('Phone'), String(phone)],
    [t('Best reached'), known ? REACH_LABELS[known] : ''],
    [t('Notes'), String(notes)],
  ]
  return lines.filter(([, value]) => value !== '')
}

/**
 * Somebody's details, written into fields: a block that holds no text of the page and can be edited all the same (the
 * editable void block of product.md 2.25).
 */
export const card = defineBlock({
  kind: 'card',
  content: 'none',
  attributes: cardShape,
  insert: [
    {
      id: 'card',
      get label() {
        return t('Contact card')
      },
      icon: 'contact',
      keywords: ['person', 'address', 'phone', 'email', 'form', 'fields', 'void'],
      group: 'Blocks',
      turnsInto: false,
    },
  ],
  plainText: (block) =>
    saidBy(block)
      .map(([, value]) => value)
      .join(' '),
  html: { rules: [], render: () => ({ tag: 'div' }) },
  markdown: 'apart',
})
