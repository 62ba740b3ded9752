/**
 * Milliseconds of processor time that this thread has used. Unlike a clock it stands still while the disk is waited for or
 * another program has the processor, which is nobody's fault.
 */
export function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Begins to measure work of this thread. The result tells, in ms, its processor time and the time by the clock since. */
export function timeWork(): () => { busyMs: number; tookMs: number } {
  const busy = threadTime()
  const at = performance.now()
  return () => ({ busyMs: threadTime() - busy, tookMs: performance.now() - at })
}
