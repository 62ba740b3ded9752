import { rpc } from '@/app/rpc'
import type { EditorHost } from '@/editor/page-editor'

/** Milliseconds of quiet before people are asked for (product.md 9.7). */
const QUIET = 100

let asking: ReturnType<typeof setTimeout> | undefined
let letGo = () => {}

/** The people who share a pod with the person, for mentions. A question that another one follows is answered with nobody. */
export const mentionablePeople: Pick<EditorHost, 'findPeople'> = {
  async findPeople(search) {
    clearTimeout(asking)
    letGo()
    const isLast = await new Promise<boolean>((resolve) => {
      letGo = () => resolve(false)
      asking = setTimeout(() => resolve(true), QUIET)
    })
    if (!isLast) return []
    const { items } = await rpc.user.users.query({ search })
    return items.map(({ id, name, avatarUrl }) => ({ id, name, avatarUrl }))
  },
}
