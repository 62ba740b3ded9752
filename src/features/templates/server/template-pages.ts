/// <reference types="vite/types/importMeta.d.ts" />
import type { Block } from '@/blocks'
import { blocksFromMarkdown } from '@/blocks/markdown'
import { language } from '@/shared/i18n'
import { childrenOf, pathTo, type Template, templateOf } from '../model'
import { withSteadyIds } from '../steady-ids'

/** The Markdown of every template, the English ones in the folder itself, the others in one of their language; they are part of the program. */
const files = import.meta.glob<string>('../content/**/*.md', { query: '?raw', import: 'default' })

/** A template as everybody may read it (product.md 4.3). */
export interface TemplatePage {
  template: Template
  blocks: Block[]
  /** From the top level down to the page above this one. */
  path: readonly Template[]
  children: readonly Template[]
}

/** The template with this slug, in the language of whom it is for; null when there is none. */
export async function templatePage(slug: string): Promise<TemplatePage | null> {
  const template = templateOf(slug)
  const load = files[`../content/${language()}/${slug}.md`] ?? files[`../content/${slug}.md`]
  if (!template || !load) return null
  return {
    template,
    blocks: withSteadyIds(blocksFromMarkdown(await load())),
    path: pathTo(slug).slice(0, -1),
    children: childrenOf(slug),
  }
}
