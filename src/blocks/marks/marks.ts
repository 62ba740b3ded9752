import * as z from 'zod/mini'
import { t } from '@/shared/i18n'
import { safeUrl } from '@/shared/safe-url'
import { inlineRule } from '../editing/input-rules'
import { defineMark, type HtmlRule } from '../kit/define-block'
import { linkAttributes } from '../kit/link-attributes'

/** What an editor draws around suggested words is no format of theirs. */
const unlessSuggested: HtmlRule['attributes'] = (element) =>
  element.getAttribute('data-review') === null ? {} : null

export const bold = defineMark({
  kind: 'bold',
  get label() {
    return t('Bold')
  },
  icon: 'bold',
  shortcut: 'mod+b',
  attributes: {},
  html: {
    // Google Docs wraps everything it copies in <b style="font-weight:normal">.
    rules: [
      { tag: 'strong' },
      {
        tag: 'b',
        attributes: (element, styleOf) =>
          /^(?:normal|lighter|[1-5]00)$/.test(styleOf(element, 'font-weight') ?? '') ? null : {},
      },
    ],
    render: () => ({ tag: 'strong' }),
  },
  inputRules: (type) => [inlineRule(/(?<![*\w])\*\*(?=[^\s*])([^*]+?)(?<=[^\s*])\*\*$/, type)],
  markdown: { html: 'strong', reads: 'strong', write: (children) => ({ type: 'strong', children }) },
})

export const italic = defineMark({
  kind: 'italic',
  get label() {
    return t('Italic')
  },
  icon: 'italic',
  shortcut: 'mod+i',
  attributes: {},
  html: {
    rules: [{ tag: 'em' }, { tag: 'i' }],
    render: () => ({ tag: 'em' }),
  },
  inputRules: (type) => [
    inlineRule(/(?<![*\w])\*(?=[^\s*])([^*]+?)(?<=[^\s*])\*$/, type),
    inlineRule(/(?<![_\w])_(?=[^\s_])([^_]+?)(?<=[^\s_])_$/, type),
  ],
  markdown: { html: 'em', reads: 'emphasis', write: (children) => ({ type: 'emphasis', children }) },
})

export const underline = defineMark({
  kind: 'underline',
  get label() {
    return t('Underline')
  },
  icon: 'underline',
  shortcut: 'mod+u',
  attributes: {},
  html: {
    rules: [{ tag: 'u' }, { tag: 'ins', attributes: unlessSuggested }],
    render: () => ({ tag: 'u' }),
  },
  inputRules: (type) => [inlineRule(/(?<![_\w])__(?=[^\s_])([^_]+?)(?<=[^\s_])__$/, type)],
  markdown: { html: 'u' },
})

export const strikethrough = defineMark({
  kind: 'strikethrough',
  get label() {
    return t('Strikethrough')
  },
  icon: 'strikethrough',
  shortcut: 'mod+shift+x',
  attributes: {},
  html: {
    rules: [{ tag: 's' }, { tag: 'del', attributes: unlessSuggested }, { tag: 'strike' }],
    render: () => ({ tag: 's' }),
  },
  inputRules: (type) => [inlineRule(/(?<!~)~~(?=[^\s~])([^~]+?)(?<=[^\s~])~~$/, type)],
  markdown: { html: 's', reads: 'delete', write: (children) => ({ type: 'delete', children }) },
})

export const highlight = defineMark({
  kind: 'highlight',
  get label() {
    return t('Highlight')
  },
  icon: 'highlighter',
  shortcut: 'mod+shift+h',
  attributes: {},
  html: { rules: [{ tag: 'mark' }], render: () => ({ tag: 'mark' }) },
  inputRules: (type) => [inlineRule(/(?<![=\w])==(?=[^\s=])([^=]+?)(?<=[^\s=])==$/, type)],
  markdown: { html: 'mark', reads: 'highlight', write: (children) => ({ type: 'highlight', children }) },
})

export const subscript = defineMark({
  kind: 'subscript',
  get label() {
    return t('Subscript')
  },
  icon: 'subscript',
  shortcut: 'mod+comma',
  attributes: {},
  excludes: ['superscript'],
  html: {
    rules: [{ tag: 'sub' }],
    render: () => ({ tag: 'sub' }),
  },
  inputRules: (type) => [inlineRule(/(?<!~)~(?=[^\s~])((?<!\w~)[^~]+?|[^\s~]+)(?<=[^\s~])~$/, type)],
  markdown: { html: 'sub' },
})

export const superscript = defineMark({
  kind: 'superscript',
  get label() {
    return t('Superscript')
  },
  icon: 'superscript',
  shortcut: 'mod+period',
  attributes: {},
  excludes: ['subscript'],
  html: {
    rules: [{ tag: 'sup' }],
    render: () => ({ tag: 'sup' }),
  },
  inputRules: (type) => [inlineRule(/(?<!\^)\^(?=[^\s^])((?<!\w\^)[^^]+?|[^\s^]+)(?<=[^\s^])\^$/, type)],
  markdown: { html: 'sup' },
})

export const kbd = defineMark({
  kind: 'kbd',
  get label() {
    return t('Keyboard key')
  },
  icon: 'keyboard',
  attributes: {},
  html: { rules: [{ tag: 'kbd' }], render: () => ({ tag: 'kbd' }) },
  markdown: { html: 'kbd' },
})

export const code = defineMark({
  kind: 'code',
  get label() {
    return t('Code')
  },
  icon: 'code',
  shortcut: 'mod+e',
  attributes: {},
  html: {
    rules: [{ tag: 'code' }, { tag: 'tt' }, { tag: 'samp' }],
    render: () => ({ tag: 'code' }),
  },
  inputRules: (type) => [inlineRule(/(?<!`)`([^`]+)`$/, type)],
  markdown: { html: 'code' },
  editing: { code: true },
})

const linkUrl = z._default(z.string().check(z.refine((url) => safeUrl(url) === url)), '')

/** Opens in a new tab unless the address is one of ours (product.md 2.12). Written as HTML only when it is safe (R30). */
export const link = defineMark({
  kind: 'link',
  get label() {
    return t('Link')
  },
  icon: 'link',
  attributes: {
    url: linkUrl,
    title: z._default(z.nullable(z.string().check(z.minLength(1), z.maxLength(500))), null),
  },
  needs: 'url',
  html: {
    rules: [
      {
        tag: 'a',
        attributes: (element) => {
          const url = safeUrl(element.getAttribute('href'))
          return url === null ? null : { url, title: element.getAttribute('title') || null }
        },
      },
    ],
    render: ({ url, title }) => {
      const attributes = linkAttributes(url)
      return (
        attributes && {
          tag: 'a',
          attributes: { ...attributes, ...(typeof title === 'string' ? { title } : {}) },
        }
      )
    },
  },
  markdown: {
    html: 'a',
    reads: 'link',
    write: (children, { url, title }) => ({
      type: 'link',
      url: String(url),
      ...(typeof title === 'string' ? { title } : {}),
      children,
    }),
  },
  editing: { inclusive: false, exitable: true },
})
