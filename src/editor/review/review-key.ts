import { PluginKey } from '@tiptap/pm/state'
import type { DecorationSet } from '@tiptap/pm/view'

/** Of the plugin that holds what is drawn of suggestions; a transaction carries the new set under it. */
export const reviewKey = new PluginKey<DecorationSet>('review')
