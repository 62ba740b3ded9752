import LanguagePicker from '@/app/language-picker'
import { rpc } from '@/app/rpc'
import { refreshSession } from '@/app/session'
import { t } from '@/shared/i18n'
import { Appearance } from './appearance'
import { FormatsForm } from './formats-form'
import { TypingForm } from './typing-form'

/** How Sheaf looks and writes for the person. */
export default function PreferencesSection() {
  return (
    <div className="flex flex-col gap-6">
      <LanguageRow />
      <Appearance />
      <TypingForm />
      <FormatsForm />
    </div>
  )
}

/** Kept with the account, for screens, letters and other browsers, and in this one. */
const LanguageRow = () => (
  <div className="flex flex-wrap items-center justify-between gap-3">
    <div>
      <p className="font-medium">{t('Language')}</p>
      <p className="text-text-muted">{t('For the screen and for emails.')}</p>
    </div>
    <LanguagePicker
      onChoose={async (language) => {
        await rpc.user.updateSettings.mutate({ language })
        await refreshSession()
      }}
    />
  </div>
)
