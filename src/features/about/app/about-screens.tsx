import type { ReactNode } from 'react'
import { useTabTitle } from '@/app/tab-title'
import { t } from '@/shared/i18n'
import { Trans } from '@/ui/trans'

function About({ title, children }: { title: string; children: ReactNode }) {
  useTabTitle(title)
  return (
    <article className="mx-auto w-full max-w-[calc(var(--page-width)+7rem)] px-5 pt-8 pb-24 text-base leading-relaxed sm:px-14 sm:pt-16">
      <h1 className="mb-6 text-[1.875rem]/[1.2] font-bold tracking-tight sm:text-[2.25rem]/[1.2]">{title}</h1>
      <div className="flex flex-col gap-4 [&_h2]:mt-4 [&_h2]:text-xl [&_h2]:font-semibold [&_h2]:tracking-tight [&_li]:ms-5 [&_li]:list-disc [&_ul]:flex [&_ul]:flex-col [&_ul]:gap-1">
        {children}
      </div>
    </article>
  )
}

/** `/faq` */
export function FaqScreen() {
  return (
    <About title={t('Questions and answers')}>
      <h2>{t('What is Sheaf?')}</h2>
      <p>
        {t(
          'A workspace of pages made of blocks, for writing alone or together. It is free software under the Apache license and runs on a server of your own; this is one such installation.',
        )}
      </p>
      <h2>{t('When is my work saved?')}</h2>
      <p>
        {t(
          'While you type. The page says “Saved” once your words are on the disk of the server. When the connection is gone it says how many edits wait in your browser; they are sent when it comes back, also after you closed the tab.',
        )}
      </p>
      <h2>{t('Can two people write on the same page?')}</h2>
      <p>
        {t(
          'A page that is open in several windows shows every change at once, and what one types never overwrites what another types. A page can be opened by the people of its pod, and read by everybody once it is published.',
        )}
      </p>
      <h2>{t('Can I try it without an account?')}</h2>
      <p>
        {t(
          'Yes. The sample pages can be edited freely. What you write there stays in this browser, and you are offered to take it along when you create an account.',
        )}
      </p>
      <h2>{t('Who drew the faces of the avatars?')}</h2>
      <p>
        <Trans
          message="Davis Uche: his {set}, remixed by DiceBear, is under the license {license}. Sheaf chooses the background."
          values={{
            set: <a href="https://www.figma.com/community/file/968125295144990435">Fun Emoji Set</a>,
            license: <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>,
          }}
        />
      </p>
      <h2>{t('How do I get my pages out?')}</h2>
      <p>{t('Every page can be exported from its menu, as Markdown and HTML among others.')}</p>
      <h2>{t('Can I show a page to everybody?')}</h2>
      <p>
        {t(
          'Yes: press Publish on it. Anyone with the link can read it, without an account; a password, an expiry date and an address of your choice are up to you. Earlier versions and the pages inside stay private unless you say otherwise, and unpublishing takes effect at once.',
        )}
      </p>
      <h2>{t('I deleted a page. Is it gone?')}</h2>
      <p>{t('It is in the trash, with the pages inside it, and can be restored for 30 days.')}</p>
      <h2>{t('I forgot my password.')}</h2>
      <p>
        {t(
          'Choose “Forgot password?” when you sign in. A code is sent to your address, and with it you set a new one.',
        )}
      </p>
      <h2>{t('Who can help me?')}</h2>
      <p>
        {t(
          'The person who runs this installation. Sheaf has no company behind it that could see or restore your pages.',
        )}
      </p>
    </About>
  )
}

/** `/privacy` */
export function PrivacyScreen() {
  return (
    <About title={t('Privacy')}>
      <p>
        {t(
          'Your data is on the server that you are connected to now and nowhere else. Sheaf contains no advertising, no analytics and no trackers, and it loads nothing from other companies’ servers.',
        )}
      </p>
      <h2>{t('What this server keeps')}</h2>
      <ul>
        <li>{t('your email address, name, username and a hash of your password')}</li>
        <li>{t('your pages with their history of edits')}</li>
        <li>
          {t(
            'where you are signed in: browser, network address and time, so that you can end a session you do not know',
          )}
        </li>
        <li>
          {t(
            'a log of requests for the person who runs the server, without passwords, codes or the contents of pages',
          )}
        </li>
      </ul>
      <h2>{t('What your browser keeps')}</h2>
      <ul>
        <li>{t('one cookie that says that you are signed in, and one that remembers the sidebar')}</li>
        <li>{t('copies of the pages you opened, so that they can be read and written offline')}</li>
        <li>{t('the theme you chose, and what you wrote into sample pages')}</li>
        <li>{t('for visitors, a made-up animal name')}</li>
      </ul>
      <h2>{t('Who can read your pages')}</h2>
      <p>
        {t(
          'You, the people of the pod a page is in, and everybody for a page that is published. A published page shows your name, never your email address. The person who runs this server has its disk, and could read what is on it, like with any server that stores readable text.',
        )}
      </p>
      <h2>{t('Pictures and links from elsewhere')}</h2>
      <p>
        {t(
          'When you follow a link to another site, that site learns your network address, as always on the web.',
        )}
      </p>
      <h2>{t('Mail')}</h2>
      <p>{t('Your address is used to send the codes you ask for, and for nothing else.')}</p>
    </About>
  )
}

/** `/terms` */
export function TermsScreen() {
  return (
    <About title={t('Terms')}>
      <p>
        {t(
          'This is an installation of Sheaf, free software under the Apache License 2.0. The person who runs it decides who may use it and answers for it; the authors of the software do not run it and have no access to it.',
        )}
      </p>
      <h2>{t('Your content')}</h2>
      <p>
        {t(
          'What you write belongs to you. You can export it at any time. Nobody gets a right to it beyond what is needed to store it and to show it to you.',
        )}
      </p>
      <h2>{t('Fair use')}</h2>
      <p>
        {t(
          'Do not use this server to break the law, to harm others, or to get at pages that are not yours. They may close accounts that break this rule.',
        )}
      </p>
      <h2>{t('No warranty')}</h2>
      <p>
        {t(
          'The software is provided as it is, without warranty of any kind, as the license says. Keep your own exports of what you cannot afford to lose, and ask the person who runs the server how it is backed up.',
        )}
      </p>
      <h2>{t('Costs')}</h2>
      <p>{t('This installation has no billing.')}</p>
    </About>
  )
}
