import { afterSignIn } from '@/app/session'
import { t } from '@/shared/i18n'
import { Dialog, DialogContent } from '@/ui/dialog'
import { AuthViews } from './auth-views'

/** The way in as a window over what a visitor was doing (product.md 2.24, 6.2). */
export default function LoginDialog({ onClose }: { onClose: () => void }) {
  const here = window.location.pathname + window.location.search
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent bare title={t('Sign in')} className="max-w-sm p-6 sm:p-8">
        <AuthViews start="sign-in" callbackUrl={here} onDone={() => afterSignIn(here, onClose)} />
      </DialogContent>
    </Dialog>
  )
}
