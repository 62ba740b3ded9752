import { type Extensions, Node } from '@tiptap/core'
import { Plugin } from '@tiptap/pm/state'
import type { BlockHost, RunBlock } from '@/blocks/kit/block-program'
import type { BlockView, LivingKind } from '@/blocks/kit/living-kind'
import { t } from '@/shared/i18n'
import { toast } from '@/ui/toast'
import { FrameView, type ProgramSource, tellEditable } from './block-frame'

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
      toast.error(t('A part of the editor could not be loaded. Check the connection and reload the page.'), {
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

/** The program of each living part, kept: its code is asked for once, however many editors show it. */
const programs = new WeakMap<LivingKind, ProgramSource>()

function programIn(living: LivingKind, view: Exclude<BlockView, { make: unknown }>): ProgramSource {
  const known = programs.get(living)
  if (known) return known
  const made: ProgramSource =
    'load' in view ? programOf(view.load) : { now: () => view.run, wait: () => () => {} }
  programs.set(living, made)
  return made
}

/** The extensions of the kinds, with their views put in. */
export function withBlockViews(
  extensions: Extensions,
  living: readonly LivingKind[],
  host: () => BlockHost,
): Extensions {
  const ofKind = new Map(
    living.filter(({ view }) => view).flatMap((one) => one.kinds.map((kind) => [kind, one])),
  )
  return extensions.map((extension) => {
    const own = ofKind.get(extension.name)
    const shown = own?.view
    if (!own || !shown || !(extension instanceof Node)) return extension
    return extension.extend({
      addNodeView:
        () =>
        ({ node, view, getPos }) =>
          'make' in shown
            ? shown.make(node, view, getPos)
            : new FrameView(node, view, getPos, programIn(own, shown), host),
    })
  })
}

/** Programs show less on a page that may only be read (product.md 6.4): they hear of it when that changes. */
export const blockPrograms = () => new Plugin({ view: () => ({ update: tellEditable }) })
