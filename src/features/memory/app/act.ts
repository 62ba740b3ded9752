import { failureWords, queryClient, trpc } from '@/app/rpc'
import { toast } from '@/ui/toast'

/** Something that is done to memories or prompts, and what is said when it is done and when it is not. */
export interface Doing {
  call(): Promise<unknown>
  done: string
  failed: string
}

/** Does it and says that it is done; throws in the words for the person when it is not. The lists are what the server holds then. */
export async function actOrThrow({ call, done, failed }: Doing): Promise<void> {
  try {
    await call()
    toast.success(done)
  } catch (error) {
    throw new Error(failureWords(error, failed), { cause: error })
  } finally {
    await Promise.all(
      [trpc.memory.pathKey(), trpc.prompt.pathKey()].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
  }
}

/** The same, but what went wrong is said in a toast. Answers whether it is done. */
export async function act(doing: Doing): Promise<boolean> {
  try {
    await actOrThrow(doing)
    return true
  } catch (error) {
    toast.error(error instanceof Error ? error.message : doing.failed)
    return false
  }
}
