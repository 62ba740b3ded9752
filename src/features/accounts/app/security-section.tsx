import { t } from '@/shared/i18n'
import { LinkedAccounts } from './linked-accounts'
import { Passkeys } from './passkeys'
import { Password } from './password'
import { Sessions } from './sessions'
import { TwoFactor } from './two-factor'

/** How the person signs in, and where they are signed in. */
export default function SecuritySection() {
  return (
    <div className="flex flex-col gap-8">
      <section className="flex flex-col gap-3" aria-labelledby="password">
        <h3 id="password" className="font-semibold">
          {t('Password')}
        </h3>
        <Password />
      </section>
      <section className="flex flex-col gap-3" aria-labelledby="linked-accounts">
        <h3 id="linked-accounts" className="font-semibold">
          {t('Linked accounts')}
        </h3>
        <LinkedAccounts />
      </section>
      <section className="flex flex-col gap-3" aria-labelledby="two-factor">
        <h3 id="two-factor" className="font-semibold">
          {t('Two-factor authentication')}
        </h3>
        <TwoFactor />
      </section>
      <section className="flex flex-col gap-3" aria-labelledby="passkeys">
        <h3 id="passkeys" className="font-semibold">
          {t('Passkeys')}
        </h3>
        <Passkeys />
      </section>
      <section className="flex flex-col gap-3" aria-labelledby="sessions">
        <h3 id="sessions" className="font-semibold">
          {t('Sessions')}
        </h3>
        <Sessions />
      </section>
    </div>
  )
}
