/** An equation between two `$` is not longer than this: a reader of Markdown looks as far ahead at every `$` (R34). */
export const LONGEST_INLINE = 400

/** Can `$…$` hold this TeX, so that it is read back as the same? */
export const fitsInline = (tex: string): boolean =>
  tex.length > 0 && tex.length < LONGEST_INLINE && /^(?=\S)(?:\\.|[^$\\\n\r])*$/.test(tex) && /\S$/.test(tex)
