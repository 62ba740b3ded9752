import { Plugin, PluginKey } from '@tiptap/pm/state'

/** A long text that stands on the page as text until it has been read. */
export interface Waiting {
  id: number
  from: number
  to: number
}

export const waitingKey = new PluginKey<readonly Waiting[]>('pastedMarkdown')
export type Change = { begins: Waiting } | { ends: number }

/** Keeps track of where texts stand that are still being read. */
export const pastedMarkdown = (): Plugin =>
  new Plugin<readonly Waiting[]>({
    key: waitingKey,
    state: {
      init: () => [],
      apply(tr, all) {
        const change = tr.getMeta(waitingKey) as Change | undefined
        if (!change && all.length === 0) return all
        const moved = all
          .map(({ id, from, to }) => ({ id, from: tr.mapping.map(from, 1), to: tr.mapping.map(to, -1) }))
          .filter(({ id }) => !(change && 'ends' in change && change.ends === id))
        return change && 'begins' in change ? [...moved, change.begins] : moved
      },
    },
  })
