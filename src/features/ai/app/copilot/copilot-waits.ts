import { createStore } from '@/shared/store'

const KEY = 'sheaf:copilot-waits'
/** The last ones say how quick the model is now: another may have been chosen. */
const KEPT = 20

/** Milliseconds until the first words of the last suggestions came, in this browser. */
export const copilotWaits = createStore<readonly number[]>(kept())

function kept(): readonly number[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? found.filter((one) => Number.isFinite(one)).slice(-KEPT) : []
  } catch {
    // Forbidden, or written by something else.
    return []
  }
}

export function noteWait(milliseconds: number): void {
  const waits = [...copilotWaits.get(), Math.round(milliseconds)].slice(-KEPT)
  copilotWaits.set(waits)
  try {
    localStorage.setItem(KEY, JSON.stringify(waits))
  } catch {
    // They are known until the page is loaded again.
  }
}

/** The one in the middle; null: there is none. */
export function usualWait(waits: readonly number[]): number | null {
  const sorted = [...waits].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? null
}
