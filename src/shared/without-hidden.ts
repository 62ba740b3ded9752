/**
 * A text without what a person would not see in it and a model would read: tags, controls of direction, characters of no width
 * (but the joiners that scripts and emoji need), and HTML comments.
 */
export const withoutHidden = (text: string): string => withoutInvisible(text.replace(COMMENT, ''))

/** The same for code, in which a comment is seen as everything else is. */
export const withoutInvisible = (text: string): string =>
  text.replace(INVISIBLE, (one) => (KEPT.has(one) ? one : ''))

const COMMENT = /<!--[\s\S]*?(?:-->|$)/g
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\p{Cc}/gu
/**
 * White space, the joiners, soft hyphens, the marks of direction that people type (they turn nothing around that follows, as the controls do),
 * and the two selectors that say whether a sign is drawn as text or as an emoji.
 */
const KEPT = new Set([...'\t\n\r\u00ad\u061c\u200c\u200d\u200e\u200f\ufe0e\ufe0f'])
