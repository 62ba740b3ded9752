/** What a person is to a page (rulings 3, Sharing). `null` is written for "nothing": the page does not exist for them. */
export type Role = 'viewer' | 'commenter' | 'suggester' | 'editor' | 'owner'

/** What somebody wants to do with a page. */
export type PageAction = 'view' | 'comment' | 'suggest' | 'edit' | 'manage'

const RANK: Record<Role, number> = { viewer: 1, commenter: 2, suggester: 3, editor: 4, owner: 5 }
const NEEDS: Record<PageAction, number> = { view: 1, comment: 2, suggest: 3, edit: 4, manage: 5 }

/** The facts about a page that permission depends on. */
export interface PageFacts {
  role: Role | null
  /** In the trash: content and title are read-only (product.md 6.5). */
  archived: boolean
  /** `lockPage`: read-only for everybody until unlocked (rulings 3). */
  locked: boolean
}

/**
 * May this be done? The one rule, asked by RPC, HTTP and socket on the server, and by the interface as a courtesy.
 * `manage` (trash, restore, delete, share, unlock) stays allowed on an archived or locked page; writing does not.
 */
export function mayDo(facts: PageFacts, action: PageAction): boolean {
  if (facts.role === null) return false
  if (RANK[facts.role] < NEEDS[action]) return false
  const writes = action === 'edit' || action === 'suggest' || action === 'comment'
  return !(writes && (facts.archived || facts.locked))
}
