import { serveWork } from '@/server/workers/serve-work'
import { transcribeWork } from './transcribe-work'

/** Behind the thread that answers everybody, but before work that nobody waits for: somebody looks at the caret. */
const NICE = 4

/** Writes down what is said, in a thread of its own (`transcriber.ts`). */
serveWork(transcribeWork, NICE)
