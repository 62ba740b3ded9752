import * as z from 'zod/mini'
import { t } from '@/shared/i18n'
import { defineAtom } from '../kit/define-inline'

/** A page's key is its address; anything else is a person's id (product.md 3.19). */
const PAGE_KEY = /^\/[A-Za-z0-9_-]{1,100}$/

const text = (most: number) => z.string().check(z.maxLength(most))

/** The page that a mention leads to, as its address; `null` when it names a person. */
export const mentionedPage = (key: unknown): string | null =>
  typeof key === 'string' && PAGE_KEY.test(key) ? key : null

/** The id of a file that is kept with a page. */
const FILE_KEY = /^[0-9a-z]{20}$/

/** Where the file of a mention is fetched from; `null` when it mentions something else. */
export const mentionedFile = ({ key, value, trigger }: Readonly<Record<string, unknown>>): string | null =>
  trigger === '#' && typeof key === 'string' && FILE_KEY.test(key)
    ? `/api/files/${key}/${encodeURIComponent(String(value).toWellFormed()) || 'file'}`
    : null

/** How a mention reads: a page by its title, a file by its name, a person with an `@`. */
export function mentionText(attributes: Readonly<Record<string, unknown>>): string {
  const value = String(attributes.value)
  if (mentionedPage(attributes.key)) return value || t('Untitled')
  return mentionedFile(attributes) === null ? `@${value}` : value || 'file'
}

/** A page, a person or a file in the middle of a sentence (product.md 3.19). A page's opens in the same tab (2.12). */
export const mention = defineAtom({
  kind: 'mention',
  attributes: {
    /** `/` and the id of a page, or the id of a person or, with the trigger `#`, of a file. */
    key: z._default(z.string().check(z.regex(/^\/?[A-Za-z0-9_-]{1,100}$/)), ''),
    /** The title or name when it was mentioned; what is shown may be newer. */
    value: z._default(text(1000), ''),
    trigger: z._default(z.enum(['@', '#']), '@'),
    icon: z._default(z.nullable(text(200)), null),
    coverImage: z._default(z.nullable(text(2000)), null),
  },
  insert: [
    {
      id: 'mention',
      get label() {
        return t('Mention')
      },
      icon: 'at-sign',
      keywords: ['page', 'link', 'person', 'people', 'user'],
      group: 'Inline',
      hint: '@',
      turnsInto: false,
      types: '@',
    },
  ],
  text: mentionText,
  html: {
    rules: [],
    render: (attributes) => {
      const href = mentionedPage(attributes.key) ?? mentionedFile(attributes)
      return href ? { tag: 'a', attributes: { href } } : { tag: 'span' }
    },
  },
})
