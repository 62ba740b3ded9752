/** How long something took: milliseconds below a second, then seconds, then minutes (product.md 3.16). */
export function durationWords(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.max(0, Math.round(milliseconds))}ms`
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(1)}s`
  return `${(milliseconds / 60_000).toFixed(1)}m`
}
