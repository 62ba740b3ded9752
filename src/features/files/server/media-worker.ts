import { serveWork } from '@/server/workers/serve-work'
import { readMedia } from './read-media'

/** Looks into films and sound in a thread of its own: what people send may be anything. */
const jobs = { readMedia: ({ path }: { path: string }) => readMedia(path) }
export type MediaWork = typeof jobs

serveWork(jobs)
