/**
 * What somebody may do with a page, each with everything before it. The interface names whoever has them viewers, commenters,
 * suggesters, editors and owners (rulings 3, Sharing).
 */
export const LEVELS = ['view', 'comment', 'suggest', 'edit', 'manage'] as const
export type Level = (typeof LEVELS)[number]

/** What somebody wants to do with a page: what has a level of its own, or to read its versions. */
export type PageAction = Level | 'history'

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

/**
 * May this be done? The one rule, asked by RPC, HTTP and socket on the server, and by the interface as a courtesy.
 * `manage` (trash, restore, delete, share, unlock) stays allowed on an archived or locked page; writing does not. Versions
 * hold what was deleted, so viewers and commenters do not read them (rulings 3).
 */
export function mayDo({ level, archived, locked }: PageFacts, action: PageAction): boolean {
  if (level === null) return false
  if (!reaches(level, action === 'history' ? 'suggest' : action)) return false
  const writes = action === 'edit' || action === 'suggest' || action === 'comment'
  return !(writes && (archived || locked))
}
