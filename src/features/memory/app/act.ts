import { failureWords, queryClient, trpc } from '@/app/rpc'
import { toast } from '@/ui/toast'

/** Something that is done to memories or prompts, and what is said when it is done and when it is not. */
export interface Doing {
  call(): Promise<unknown>
  done: string
  failed: string
}

/**
 * Does it, says how it went, and answers whether it is done; the lists are what the server holds then. In a toast, since what was
 * changed may be gone from the screen, and with it the window that asked.
 */
export async function act({ call, done, failed }: Doing): Promise<boolean> {
  try {
    await call()
    toast.success(done)
    return true
  } catch (error) {
    toast.error(failureWords(error, failed))
    return false
  } finally {
    await Promise.all(
      [trpc.memory.pathKey(), trpc.prompt.pathKey()].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
  }
}
