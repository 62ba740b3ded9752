import { Keyboard, LogOut, Settings, SunMoon } from 'lucide-react'
import { useState } from 'react'
import { holdsUnsaved, leaveForGood, loadAnew } from '@/app/leaving'
import { openSettings, showOverlay } from '@/app/overlays'
import type { CurrentUser } from '@/app/session'
import { keptDrafts } from '@/features/templates/app/playground'
import { t } from '@/shared/i18n'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { ButtonMenu, MenuItem, MenuLabel, MenuSeparator } from '@/ui/menu'
import type { Popup } from '@/ui/popup-button'
import { toggleTheme } from '@/ui/theme'
import { toast } from '@/ui/toast'
import { authCall } from './auth-call'
import { forgetHere } from './forget-here'
import { followSignOut, noteDone, noteLeaving, tellTabs } from './signing-out'

// This menu comes with every screen of somebody who is signed in.
followSignOut()

const localPages = () => import('@/editor/live/local/unsent-pages')
const localRecordings = () => import('@/features/recordings/app/kept-pieces')

/**
 * Ends the session and removes this person's pages, recordings and API keys from the browser. The whole application is loaded anew, so that
 * nothing of this person stays in memory.
 */
async function signOut(userId: string) {
  noteLeaving(userId)
  try {
    await authCall('signout', {})
  } catch (error) {
    noteDone()
    toast.error(error instanceof Error ? error.message : t('Failed to sign out'))
    return
  }
  tellTabs(userId)
  try {
    await forgetHere(userId)
    noteDone()
    leaveForGood('/')
  } catch {
    const words = t(
      'You are signed out, but your pages could not be removed from this browser. Clear its site data.',
    )
    loadAnew('/', words, true)
  }
}

/** How many edits and comments are only in this browser and would be lost. */
async function unsentWords(userId: string): Promise<{ edits: number; comments: number }> {
  const pages = await (await localPages()).unsentPages(userId)
  const sum = (of: 'unsent' | 'comments') => pages.reduce((all, page) => all + page[of], 0)
  return { edits: sum('unsent'), comments: sum('comments') }
}

/** Also those that a tab is making or sending: signing out removes them all. */
const hasUnsentRecordings = async (userId: string): Promise<boolean> =>
  (await (await localRecordings()).allKept(userId)).length > 0

const RECORDED = () =>
  t(
    'A recording is only in this browser. Signing out removes it; to keep it, open the Media Library and save it there.',
  )

const DRAFTED = () =>
  t(
    'What you wrote on sample pages is only in this browser. Signing out removes it; to keep it, make pages of it on Home.',
  )

const WRITTEN = () =>
  t(
    'Something that you have written in this tab, such as a question, is not sent or saved yet. Signing out removes it.',
  )

/** Also those of other tabs. */
const countUploads = async (): Promise<number> => (await import('@/editor/media/kept-uploads')).countSending()

const uploadsQuestion = (count: number) =>
  t(
    '{count, plural, one {# file is not uploaded yet. Signing out ends that.} other {# files are not uploaded yet. Signing out ends that.}}',
    { count },
  )

const unsentQuestion = (count: number) =>
  t(
    '{count, plural, one {# edit is only in this browser. Signing out removes it; stay signed in until the server can be reached to keep it.} other {# edits are only in this browser. Signing out removes them; stay signed in until the server can be reached to keep them.}}',
    { count },
  )

const commentsQuestion = (count: number) =>
  t(
    '{count, plural, one {# comment is not sent, and only in this browser. Signing out removes it.} other {# comments are not sent, and only in this browser. Signing out removes them.}}',
    { count },
  )

/** When not even the question can be answered. */
const UNKNOWN = () =>
  t(
    'This browser could not tell whether any edits are only here. Signing out would remove them; edits on pages that say “Saved” are safe.',
  )

/** What the account's button opens. */
export default function AccountMenuList({ popup, user }: { popup: Popup; user: CurrentUser }) {
  const [question, setQuestion] = useState<string | null>(null)
  const askOrSignOut = async () => {
    const words = await unsentWords(user.id).catch(() => null)
    const isRecorded = await hasUnsentRecordings(user.id).catch(() => false)
    const uploads = await countUploads().catch(() => 0)
    const questions = [
      words === null && UNKNOWN(),
      words && words.edits > 0 && unsentQuestion(words.edits),
      words && words.comments > 0 && commentsQuestion(words.comments),
      isRecorded && RECORDED(),
      uploads > 0 && uploadsQuestion(uploads),
      keptDrafts().length > 0 && DRAFTED(),
      holdsUnsaved() && WRITTEN(),
    ].filter((question) => typeof question === 'string')
    if (questions.length === 0) await signOut(user.id)
    else setQuestion(questions.join(' '))
  }
  return (
    <>
      <ButtonMenu popup={popup} side="top" className="min-w-60">
        <MenuLabel>{user.email}</MenuLabel>
        <MenuItem icon={<Settings />} onClick={() => openSettings()}>
          {t('Settings')}
        </MenuItem>
        <MenuItem icon={<SunMoon />} shortcut="mod+shift+l" onClick={toggleTheme}>
          {t('Theme')}
        </MenuItem>
        <MenuItem icon={<Keyboard />} shortcut="mod+?" onClick={() => showOverlay('shortcuts')}>
          {t('Keyboard shortcuts')}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<LogOut />} onClick={() => void askOrSignOut()}>
          {t('Sign out')}
        </MenuItem>
      </ButtonMenu>
      <ConfirmDialog
        open={question !== null}
        onOpenChange={(open) => !open && setQuestion(null)}
        title={t('Sign out with unsent work?')}
        description={question ?? ''}
        confirmLabel={t('Sign out anyway')}
        danger
        onConfirm={() => void signOut(user.id)}
      />
    </>
  )
}
