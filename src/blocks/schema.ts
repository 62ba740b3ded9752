import { type Extensions, getSchema } from '@tiptap/core'
import type { Schema } from '@tiptap/pm/model'
import { blockCommands } from './editing/block-commands'
import { atomKinds, blockKinds, markKinds } from './kinds'
import { hardBreak, pageNode, textNode } from './kit/schema'
import { sectionMark } from './kit/section'

/**
 * Everything the editor must know about blocks and marks: nodes, marks, their input rules, commands and keys.
 * Needs no other extension, and no DOM until an editor is made with it.
 */
export function schemaExtensions(): Extensions {
  return [
    pageNode,
    textNode,
    hardBreak,
    ...blockKinds.map((kind) => kind.extension),
    ...atomKinds.map((kind) => kind.extension),
    ...markKinds.map((kind) => kind.extension),
    sectionMark,
    blockCommands(blockKinds),
  ]
}

/** The one ProseMirror schema of a page. */
export const pageSchema: Schema = getSchema(schemaExtensions())
