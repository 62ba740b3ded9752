/**
 * What somebody may do with a page, each with everything before it. The interface calls people by them viewers, commenters,
 * suggesters, editors and owners (rulings 3, Sharing).
 */
export const LEVELS = ['view', 'comment', 'suggest', 'edit', 'manage'] as const
export type Level = (typeof LEVELS)[number]

/** What somebody wants to do with a page: what has a level of its own, to read its versions, or to lock and unlock it. */
export type PageAction = Level | 'history' | 'lock'

/** Does a level include another? */
export const reaches = (level: Level, wanted: Level): boolean =>
  LEVELS.indexOf(level) >= LEVELS.indexOf(wanted)

/** The facts about a page that permission depends on. */
export interface PageFacts {
  /** `null` is nothing: the page does not exist for them. */
  level: Level | null
  /** In the trash: content and title are read-only (product.md 6.5). */
  archived: boolean
  /** `lockPage`: read-only for everybody until unlocked (rulings 3). */
  locked: boolean
}

/** Do these allow the same? */
export const sameFacts = (a: PageFacts | null, b: PageFacts | null): boolean =>
  a?.level === b?.level && a?.archived === b?.archived && a?.locked === b?.locked

/**
 * The level that each of the actions without one of its own needs. Versions hold what was deleted, so below `suggest` only
 * those are seen that were saved since one was let in (`historySince`, rulings 3).
 */
const NEEDS = { history: 'view', lock: 'edit' } as const satisfies Partial<Record<PageAction, Level>>

/** What cannot be done with a page in the trash, and what not with a locked one, which can still be discussed. */
const STOPPED_BY_TRASH: readonly PageAction[] = ['comment', 'suggest', 'edit', 'lock']
const STOPPED_BY_LOCK: readonly PageAction[] = ['suggest', 'edit']

/**
 * May this be done? The one rule, asked by RPC, HTTP and socket on the server, and by the interface as a courtesy.
 * `manage` (trash, restore, delete, share) stays allowed on an archived or locked page; writing does not.
 */
export function mayDo({ level, archived, locked }: PageFacts, action: PageAction): boolean {
  if (level === null) return false
  if (!reaches(level, action === 'history' || action === 'lock' ? NEEDS[action] : action)) return false
  return !(archived && STOPPED_BY_TRASH.includes(action)) && !(locked && STOPPED_BY_LOCK.includes(action))
}

/** How somebody works on the page that they have open. */
export type EditingMode = 'editing' | 'suggesting' | 'viewing'

/**
 * The mode in which the interface opens a page. `said` are the facts from each source that has some: the call that brought the
 * page, and its socket. Either may be the older one, so both have to allow it; the server refuses what is too much anyway.
 */
export function editingMode(said: readonly PageFacts[]): EditingMode {
  const all = (action: PageAction) => said.length > 0 && said.every((facts) => mayDo(facts, action))
  if (all('edit')) return 'editing'
  return all('suggest') ? 'suggesting' : 'viewing'
}

/** Who can open a page (product.md 3.1), as it follows from how it is shared. */
export type Privacy = 'private' | 'shared' | 'public'
