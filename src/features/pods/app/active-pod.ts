import { queryClient, trpc } from '@/app/rpc'

const STORED = 'activePodId'
/** The server reads the active pod from these when a call names none (product.md 7.43). */
const COOKIES = ['active-pod-id', 'script-pod-id'] as const
const YEAR = 365 * 24 * 3600

function write(podId: string): void {
  for (const name of COOKIES) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support
    document.cookie = `${name}=${podId}; path=/; max-age=${YEAR}; samesite=lax`
  }
  try {
    window.localStorage.setItem(STORED, podId)
  } catch {
    // A full or forbidden storage: the cookies are what counts, other tabs hear of it when they ask again.
  }
}

/** What lists show is of the pod that was active: they are asked for anew, and meanwhile show that they come. */
const startOver = () =>
  Promise.all([
    ...[trpc.document.tree, trpc.document.documents, trpc.document.favorites].map((list) =>
      queryClient.resetQueries({ queryKey: list.pathKey() }),
    ),
    queryClient.invalidateQueries({ queryKey: trpc.document.allDocuments.pathKey() }),
    queryClient.invalidateQueries({ queryKey: trpc.pod.pods.queryKey() }),
  ])

/** Makes a pod the one that this browser works in, in all of its tabs. */
export async function setActivePod(podId: string): Promise<void> {
  write(podId)
  await startOver()
}

/** Keeps what is stored equal to what the server goes by, after a pod was left or a cookie ran out. */
export function keepActivePod(podId: string): void {
  let stored: string | null = null
  try {
    stored = window.localStorage.getItem(STORED)
  } catch {
    // Nothing is stored where storing is forbidden.
  }
  if (stored !== podId) write(podId)
}

/** Another tab has gone to another pod; until the returned function is called. */
export function watchOtherTabs(): () => void {
  const onStorage = ({ key, newValue, oldValue }: StorageEvent) => {
    if (key === STORED && newValue !== oldValue) void startOver()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
