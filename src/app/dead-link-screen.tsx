import { t } from '@/shared/i18n'
import { GoHome, Screen } from './error-screens'

/** A link that is used up, has ended, or is for somebody else; `reason` says which. */
export const DeadLinkScreen = ({ reason }: { reason: string }) => (
  <Screen
    tab={t('This link does not open anything for you')}
    drawing={
      <path d="M54 28H42a12 12 0 0 0 0 24h12M66 28h12a12 12 0 0 1 0 24H66M60 14v8M60 58v8M48 40h5M67 40h5" />
    }
    title={t('This link does not open anything for you')}
    actions={<GoHome primary />}
  >
    <span role="alert">{reason}</span>
  </Screen>
)
