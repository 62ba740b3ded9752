import type { AnyJobKind } from '@/server/jobs/worker'

/** Every kind of work that is done later, by feature. */
export const jobKinds: readonly AnyJobKind[] = []
