import { LEVELS, type Level } from '@/shared/permissions'

/** A level as a number that grows with it, as the database keeps it. */
export const rankOf = (level: Level): number => LEVELS.indexOf(level) + 1

/** The level with that number; null for 0. */
export const levelOfRank = (rank: number): Level | null => LEVELS[rank - 1] ?? null
