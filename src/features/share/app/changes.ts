import { LEVELS, type Level } from '@/shared/permissions'
import { roleName } from '../model'

/** Changes something and answers whether it was done; that it was not is said where it was tried. */
export type Change = (call: () => Promise<unknown>) => Promise<boolean>

/** The roles that somebody can be given, as a select shows them. */
export const roleOptions = (): { value: Level; label: string }[] =>
  LEVELS.map((level) => ({ value: level, label: roleName(level) }))
