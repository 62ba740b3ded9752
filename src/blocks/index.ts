// Markdown is not among these: `@/blocks/markdown` is loaded by those who read or write it, not with every page.
export { blocksFromHtml, type ParseHtml, readHtml } from './html/read'
export { blocksFromDoc, docFromBlocks, normalizeBlocks } from './json'
export { blockKind, blockKinds, markKind, markKinds } from './kinds'
export type { Block, BlockMark, InlineText, Json } from './kit/block'
export type { MarkDefinition } from './kit/define-block'
export type { DomNode } from './kit/dom'
export { plainTextOf } from './plain-text'
export { pageSchema, schemaExtensions } from './schema'
