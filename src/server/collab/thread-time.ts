/**
 * Milliseconds of processor time that this thread has used. Unlike a clock it stands still while the disk is waited for or
 * another program has the processor, which is nobody's fault.
 */
export function threadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
