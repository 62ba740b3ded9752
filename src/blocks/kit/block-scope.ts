/** A selector of the block with this id, whatever the id holds: what a block's own styles are scoped to. */
export const blockScope = (id: string): string =>
  `[data-block-id="${id.toWellFormed().replace(/[^\w-]/gu, (sign) => `\\${sign.codePointAt(0)!.toString(16)} `)}"]`
