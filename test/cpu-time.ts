/**
 * Milliseconds of processor time that this thread has used so far. A bound on it holds beside any other work, where one on
 * the clock does not.
 */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
