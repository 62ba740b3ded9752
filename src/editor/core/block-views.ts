import { type Extensions, Node } from '@tiptap/core'
import type { Node as PMNode } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { EditorView, NodeView } from '@tiptap/pm/view'
import type { BlockHost, RunBlock } from '@/blocks/kit/block-program'
import { toast } from '@/ui/toast'
import { FrameView, type ProgramSource, tellEditable } from './block-frame'
import { CodeBlockView } from './code-block-view'
import { runToggle } from './toggles'

/**
 * How a kind is shown while it is edited, where its own HTML is not enough: a view that is made at once, or a program
 * whose code is loaded when the first block of the kind is shown, or is there from the start.
 */
type BlockView =
  | { make(node: PMNode, view: EditorView, getPos: () => number | undefined): NodeView }
  | { load(): Promise<{ default: RunBlock }> }
  | { run: RunBlock }

/** Every kind with a view of its own, blocks and inline atoms alike; the rest is plain HTML. */
const blockViews: Readonly<Record<string, BlockView>> = {
  toggle: { run: runToggle },
  callout: { load: () => import('../views/callout-view') },
  column: { load: () => import('../views/column-view') },
  tableOfContents: { load: () => import('../views/table-of-contents-view') },
  card: { load: () => import('@/blocks/card/card.element') },
  codeBlock: { make: (node, view, getPos) => new CodeBlockView(node, view, getPos) },
  documentsTable: { load: () => import('@/blocks/documents-table/documents-table.element') },
  dataTable: { load: () => import('@/blocks/data-table/data-table.element') },
  date: { load: () => import('@/blocks/date/date.element') },
  equation: { load: () => import('@/blocks/equation/equation.element') },
  inlineEquation: { load: () => import('@/blocks/equation/equation.element') },
  mention: { load: () => import('@/blocks/mention/mention.element') },
  chart: { load: () => import('@/blocks/chart/chart.element') },
  icon: { load: () => import('@/blocks/icon/icon.element') },
  image: { load: () => import('../media/media-view') },
  video: { load: () => import('../media/media-view') },
  audio: { load: () => import('../media/media-view') },
  file: { load: () => import('../media/media-view') },
  mediaEmbed: { load: () => import('../media/media-view') },
}

/** The code of a program: asked for once, asked for again after it could not be had. */
function programOf(load: () => Promise<{ default: RunBlock }>): ProgramSource {
  let run: RunBlock | null = null
  let isComing = false
  const waiting = new Set<(arrived: RunBlock) => void>()
  const fetch = async () => {
    try {
      run = (await load()).default
    } catch {
      isComing = false
      toast.error('A part of the editor could not be loaded. Check the connection and reload the page.', {
        id: 'block-program',
      })
      return
    }
    for (const arrived of waiting) arrived(run)
    waiting.clear()
  }
  return {
    now: () => run,
    wait(arrived) {
      waiting.add(arrived)
      if (!isComing) void fetch()
      isComing = true
      return () => {
        waiting.delete(arrived)
      }
    },
  }
}

const programs = new Map<string, ProgramSource>()
for (const [kind, view] of Object.entries(blockViews)) {
  if ('load' in view) programs.set(kind, programOf(view.load))
  else if ('run' in view) programs.set(kind, { now: () => view.run, wait: () => () => {} })
}

/** The extensions of the kinds, with their views put in. */
export const withBlockViews = (extensions: Extensions, host: () => BlockHost): Extensions =>
  extensions.map((extension) => {
    const own = blockViews[extension.name]
    if (!own || !(extension instanceof Node)) return extension
    return extension.extend({
      addNodeView:
        () =>
        ({ node, view, getPos }) =>
          'make' in own
            ? own.make(node, view, getPos)
            : new FrameView(node, view, getPos, programs.get(extension.name)!, host),
    })
  })

/** Programs show less on a page that may only be read (product.md 6.4): they hear of it when that changes. */
export const blockPrograms = () => new Plugin({ view: () => ({ update: tellEditable }) })
