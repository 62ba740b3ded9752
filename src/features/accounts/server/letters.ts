import { CODE_MINUTES } from '@/features/accounts/model'
import type { Letter } from '@/server/mail'
import { language, t } from '@/shared/i18n'
import { directionOf } from '@/shared/i18n/languages'

/** What a code is for, in the sign-in library's words. */
export type CodePurpose = 'sign-in' | 'forget-password'

const words = (): Record<CodePurpose, { subject: string; lead: string; ignore: string }> => ({
  'sign-in': {
    subject: t('Your Sheaf code'),
    lead: t('Enter this code to continue to Sheaf:'),
    ignore: t(
      'If you did not ask for it, you can ignore this email: without the code nobody can use your address.',
    ),
  },
  'forget-password': {
    subject: t('Reset your Sheaf password'),
    lead: t('Enter this code to choose a new password for Sheaf:'),
    ignore: t('If you did not ask for it, you can ignore this email: your password stays as it is.'),
  },
})

/** The letter that carries a code. */
export function codeLetter(to: string, code: string, purpose: CodePurpose, publicUrl: string): Letter {
  const { subject, lead, ignore } = words()[purpose]
  const life = t('The code works for {codeMinutes} minutes.', { codeMinutes: CODE_MINUTES })
  const font = "font-family:system-ui,-apple-system,'Segoe UI',sans-serif"
  return {
    to,
    subject,
    text: t('{lead}\n\n    {code}\n\n{life}\n{ignore}\n\nSheaf · {publicUrl}\n', {
      lead,
      code,
      life,
      ignore,
      publicUrl,
    }),
    html: `<!doctype html><html lang="${language()}" dir="${directionOf(language())}"><body style="margin:0;padding:32px 16px;background:#f7f7f5;color:#37352f;${font}">
<div style="max-width:420px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
<p style="margin:0 0 16px;font-size:16px">${lead}</p>
<p style="margin:0 0 16px;font-size:32px;font-weight:600;letter-spacing:6px;font-family:ui-monospace,Menlo,monospace">${code}</p>
<p style="margin:0 0 8px;font-size:14px;color:#6b6a66">${life}</p>
<p style="margin:0;font-size:14px;color:#6b6a66">${ignore}</p>
<p style="margin:24px 0 0;font-size:12px;color:#6b6a66">Sheaf · ${publicUrl}</p>
</div></body></html>
`,
  }
}
