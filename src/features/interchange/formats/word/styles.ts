import { CALLOUT_VARIANTS } from '@/blocks/callout/callout'
import { t } from '@/shared/i18n'

/** How deep to-do items have a style of their own. */
export const TODO_LEVELS = 9

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Names of the styles by which Word keeps what it has no word for, so that it is read back. The first paragraph has one of its own. */
export const STYLES = {
  code: 'Code Block',
  inlineCode: 'Inline Code',
  keyboard: 'Keyboard Key',
  rule: 'Horizontal Line',
  caption: 'Picture Caption',
  quote: { first: 'Quote Start', next: 'Quote' },
  toggle: { first: 'Toggle Title', next: 'Toggle Content' },
  todo: (level: number) => `To-do ${level}`,
  callout: (variant: string) => ({
    first: t('Callout {variant} Start', { variant: capital(variant) }),
    next: t('Callout {variant}', { variant: capital(variant) }),
  }),
} as const

const items = (level: number): string => `${'ul > li > '.repeat(level - 1)}ul > li:fresh`

/** What each style means, for mammoth: our own first, then what other programs call the same. */
export const STYLE_MAP: readonly string[] = [
  "p[style-name='Title'] => h1[data-page-title='true']:fresh",
  `p[style-name='${STYLES.code}'] => pre:fresh`,
  ...['Source Code', 'HTML Preformatted', 'Preformatted Text', 'Code', 'Plain Text', 'macro'].map(
    (name) => `p[style-name='${name}'] => pre:separator('\\n')`,
  ),
  `p[style-name='${STYLES.rule}'] => hr:fresh`,
  `p[style-name='${STYLES.quote.first}'] => blockquote:fresh > p:fresh`,
  ...[STYLES.quote.next, 'Intense Quote', 'Block Text', 'Quotations', 'Block Quote'].map(
    (name) => `p[style-name='${name}'] => blockquote > p:fresh`,
  ),
  `p[style-name='${STYLES.toggle.first}'] => details:fresh > p:fresh`,
  `p[style-name='${STYLES.toggle.next}'] => details > p:fresh`,
  ...CALLOUT_VARIANTS.flatMap((variant) => [
    `p[style-name='${STYLES.callout(variant).first}'] => div.markdown-alert-${variant}:fresh > p:fresh`,
    `p[style-name='${STYLES.callout(variant).next}'] => div.markdown-alert-${variant} > p:fresh`,
  ]),
  ...Array.from(
    { length: TODO_LEVELS },
    (_, at) => `p[style-name='${STYLES.todo(at + 1)}'] => ${items(at + 1)}`,
  ),
  ...['Subtitle', STYLES.caption, 'caption', 'No Spacing', 'Body Text', 'annotation text'].map(
    (name) => `p[style-name='${name}'] => p:fresh`,
  ),
  ...[STYLES.inlineCode, 'HTML Code', 'Verbatim Char', 'Source Code Char', 'Code Char'].map(
    (name) => `r[style-name='${name}'] => code`,
  ),
  ...[STYLES.keyboard, 'HTML Keyboard'].map((name) => `r[style-name='${name}'] => kbd`),
  ...['Hyperlink', 'FollowedHyperlink', 'Default Paragraph Font', 'Placeholder Text'].map(
    (name) => `r[style-name='${name}'] => `,
  ),
  'u => u',
  'highlight => mark',
]
