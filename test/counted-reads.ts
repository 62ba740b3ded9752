import { type KyselyPlugin, SelectQueryNode } from 'kysely'
import type { Db } from '@/server/db/db'

/** The database, with how often what pages say has been read through it. */
export function countingReads(db: Db): { db: Db; count: () => number } {
  let count = 0
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (SelectQueryNode.is(node) && JSON.stringify(node.selections ?? []).includes('"content_rich"'))
        count += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: db.withPlugin(plugin), count: () => count }
}
