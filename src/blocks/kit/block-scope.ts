/**
 * A selector of the block with this id, whatever the id holds: what a block's own styles are scoped to. It says the id
 * three times, so that what somebody wrote outweighs how blocks of the kind usually look.
 */
export const blockScope = (id: string): string =>
  `[data-block-id="${id.toWellFormed().replace(/[^\w-]/gu, (sign) => `\\${sign.codePointAt(0)!.toString(16)} `)}"]`.repeat(
    3,
  )
