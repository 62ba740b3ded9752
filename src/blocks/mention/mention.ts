import * as z from 'zod/mini'
import { defineAtom } from '../kit/define-inline'

/** A page's key is its address; anything else is a person's id (product.md 3.19). */
const PAGE_KEY = /^\/[A-Za-z0-9_-]{1,100}$/

const text = (most: number) => z.string().check(z.maxLength(most))

/** The page that a mention leads to, as its address; `null` when it names a person. */
export const mentionedPage = (key: unknown): string | null =>
  typeof key === 'string' && PAGE_KEY.test(key) ? key : null

/** How a mention reads: a page by its title, a person with an `@`. */
export const mentionText = ({ key, value }: Readonly<Record<string, unknown>>): string =>
  mentionedPage(key) ? String(value) || 'Untitled' : `@${String(value)}`

/** A page or a person in the middle of a sentence (product.md 3.19). A page's opens in the same tab (2.12). */
export const mention = defineAtom({
  kind: 'mention',
  attributes: {
    /** `/` and the id of a page, or the id of a person. */
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
      label: 'Mention',
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
    render: ({ key }) => {
      const page = mentionedPage(key)
      return page ? { tag: 'a', attributes: { href: page } } : { tag: 'span' }
    },
  },
})
