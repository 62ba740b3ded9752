import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** Loaded into the server that is measured: at each `SIGUSR2` writes how long its event loop was held up at most since the last. */
if (isMainThread && process.env.LOOP_FILE !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  process.on('SIGUSR2', () => {
    writeFileSync(process.env.LOOP_FILE, String(delay.max / 1e6))
    delay.reset()
  })
}
