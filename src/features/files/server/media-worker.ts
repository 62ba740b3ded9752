import { serveWork } from '@/server/workers/serve-work'
import { readMedia, readPeaks } from './read-media'

/** Looks into films and sound in a thread of its own: what people send may be anything. */
const jobs = {
  readMedia: ({ path }: { path: string }) => readMedia(path),
  readPeaks: ({ path, duration }: { path: string; duration: number }) => readPeaks(path, duration),
}
export type MediaWork = typeof jobs

serveWork(jobs)
