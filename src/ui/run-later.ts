import { t } from '@/shared/i18n'
import { toast } from './toast'

/** Runs code that is fetched when it is first needed, such as the work of an action. Says so when it cannot be had. */
export function runLater<Code>(load: () => Promise<Code>, run: (code: Code) => unknown): void {
  load().then(
    (code) => void run(code),
    () =>
      toast.error(t('This could not be loaded. Check the connection and try again.'), { id: 'run-later' }),
  )
}
