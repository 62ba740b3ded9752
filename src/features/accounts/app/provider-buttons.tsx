import { useQuery } from '@tanstack/react-query'
import { trpc } from '@/app/rpc'
import { t } from '@/shared/i18n'
import { buttonClass } from '@/ui/button'
import { PROVIDERS, providerAddress } from './provider-words'

const MARK = {
  github:
    'M12 2a10 10 0 0 0-3.16 19.49c.5.09.68-.22.68-.48l-.01-1.7c-2.78.6-3.37-1.34-3.37-1.34-.45-1.16-1.11-1.46-1.11-1.46-.91-.62.07-.61.07-.61 1 .07 1.53 1.03 1.53 1.03.89 1.53 2.34 1.09 2.91.83.09-.65.35-1.09.63-1.34-2.22-.25-4.55-1.11-4.55-4.94 0-1.09.39-1.98 1.03-2.68-.1-.25-.45-1.27.1-2.64 0 0 .84-.27 2.75 1.02a9.6 9.6 0 0 1 5 0c1.91-1.29 2.75-1.02 2.75-1.02.55 1.37.2 2.39.1 2.64.64.7 1.03 1.59 1.03 2.68 0 3.84-2.34 4.69-4.57 4.93.36.31.68.92.68 1.85l-.01 2.75c0 .27.18.58.69.48A10 10 0 0 0 12 2z',
  google:
    'M12.2 10.3v3.7h5.2c-.2 1.3-1.6 3.9-5.2 3.9a5.9 5.9 0 0 1 0-11.8c1.8 0 3 .8 3.7 1.4l2.5-2.4A9 9 0 0 0 12.2 2.8a9.2 9.2 0 1 0 0 18.4c5.3 0 8.8-3.7 8.8-9 0-.6-.1-1.1-.2-1.6z',
}

/** The ways in through somebody else's account. Where this server has none, they say what is missing. */
export function ProviderButtons({ callbackUrl }: { callbackUrl: string }) {
  // Without an answer there is no such button: the address is a way in everywhere.
  const company = useQuery(trpc.user.companySignIn.queryOptions()).data?.name
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-3 text-xs text-text-faint before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        {t('or')}
      </div>
      <div className="grid grid-cols-2 gap-2">
        {(['github', 'google'] as const).map((provider) => (
          <a
            key={provider}
            href={providerAddress(provider, callbackUrl)}
            className={buttonClass('secondary', 'lg')}
          >
            <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden>
              <path d={MARK[provider]} />
            </svg>
            {PROVIDERS[provider].name}
          </a>
        ))}
        {company && (
          <a
            href={providerAddress('oidc', callbackUrl)}
            className={`${buttonClass('secondary', 'lg')} col-span-2`}
          >
            {company}
          </a>
        )}
      </div>
    </div>
  )
}
