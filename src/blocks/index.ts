// Markdown and reading HTML are not among these: `@/blocks/markdown` and `@/blocks/html/read` are loaded by those who
// need them, not with every page.
export type { ParseHtml } from './html/read'
export { blocksFromDoc, docFromBlocks, normalizeBlocks } from './json'
export { atomKind, atomKinds, blockKind, blockKinds, markKind, markKinds } from './kinds'
export type { Block, BlockMark, InlineText, Json } from './kit/block'
export type { MarkDefinition } from './kit/define-block'
export type { DomNode } from './kit/dom'
export { plainTextOf, textOfLeaf } from './plain-text'
export { pageSchema, schemaExtensions } from './schema'
