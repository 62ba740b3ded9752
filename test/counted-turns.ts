/** Does something; answers what comes of it, and how often the event loop had a turn meanwhile. */
export async function countedTurns<T>(act: () => Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0
  let isOver = false
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const result = await act()
  isOver = true
  return { result, turns }
}
