export { blocksFromHtml, type ParseHtml, readHtml } from './html/read'
export { blocksFromDoc, docFromBlocks, normalizeBlocks } from './json'
export { blockKind, blockKinds, markKinds } from './kinds'
export type { Block, BlockMark, InlineText, Json } from './kit/block'
export type { MarkDefinition } from './kit/define-block'
export type { DomNode } from './kit/dom'
export {
  blocksFromMarkdown,
  markdownFromBlocks,
  type ReadNote,
  type ReadPage,
  readMarkdown,
} from './markdown'
export { plainTextOf } from './plain-text'
export { pageSchema, schemaExtensions } from './schema'
