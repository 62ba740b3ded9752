import { MOST_WORDS } from './attributes'

/** A note at a moment of a recording (product.md 3.18). */
export interface Marker {
  id: string
  createdAt: string
  note?: string
  /** Seconds. */
  timestamp: number
}

/** How many a recording can have. */
const MOST = 1_000

/** The attribute, read, in the order of the recording. Anybody may have written anything. */
export function markersOf(value: unknown): Marker[] {
  if (!Array.isArray(value)) return []
  return value.filter(isMarker).sort((a, b) => a.timestamp - b.timestamp)
}

function isMarker(value: unknown): value is Marker {
  if (typeof value !== 'object' || value === null) return false
  const { id, createdAt, note, timestamp } = value as Record<string, unknown>
  return (
    typeof id === 'string' &&
    typeof createdAt === 'string' &&
    typeof timestamp === 'number' &&
    timestamp >= 0 &&
    (note === undefined || typeof note === 'string')
  )
}

/** With one more; as it was when there are as many as there can be. */
export const withMarker = (markers: readonly Marker[], marker: Marker): Marker[] =>
  markersOf(markers.length >= MOST ? markers : [...markers, marker])

/** With another note at one of them; an empty note is none. */
export const withNote = (markers: readonly Marker[], id: string, note: string): Marker[] =>
  markers.map(({ note: _before, ...marker }) => {
    const words = marker.id === id ? note.trim().slice(0, MOST_WORDS) : (_before ?? '')
    return words === '' ? marker : { ...marker, note: words }
  })

/** Without one of them; null for none, as a block keeps it. */
export function withoutMarker(markers: readonly Marker[], id: string): Marker[] | null {
  const left = markers.filter((marker) => marker.id !== id)
  return left.length > 0 ? left : null
}
