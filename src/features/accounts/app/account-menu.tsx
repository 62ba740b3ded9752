import { Link } from '@tanstack/react-router'
import { ChevronsUpDown, Keyboard, LogIn, LogOut, Settings, SunMoon, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { openSettings, showOverlay } from '@/app/overlays'
import { type CurrentUser, useVisitor } from '@/app/session'
import { Avatar } from '@/ui/avatar'
import { Button, buttonClass, IconButton } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from '@/ui/menu'
import { toggleTheme } from '@/ui/theme'
import { toast } from '@/ui/toast'
import { Tooltip } from '@/ui/tooltip'
import { authCall } from './auth-call'

const localPages = () => import('@/editor/live/local-pages')

/**
 * Ends the session and removes this person's pages from the browser. The whole application is loaded anew, so that
 * nothing of this person stays in memory.
 */
async function signOut(userId: string) {
  try {
    await authCall('signout', {})
  } catch (error) {
    toast.error(error instanceof Error ? error.message : 'Failed to sign out')
    return
  }
  try {
    await (await localPages()).forgetLocalPages(userId)
  } catch {
    toast.error(
      'You are signed out, but your pages could not be removed from this browser. Clear its site data.',
    )
  } finally {
    window.location.assign('/')
  }
}

/** How many edits are only in this browser and would be lost. */
async function unsentEdits(userId: string): Promise<number> {
  const pages = await (await localPages()).unsentPages(userId)
  return pages.reduce((sum, { unsent }) => sum + unsent, 0)
}

const unsentQuestion = (count: number) => {
  const them = count === 1 ? 'it' : 'them'
  return `${count === 1 ? '1 edit is' : `${count} edits are`} only in this browser. Signing out removes ${them}; stay signed in until the server can be reached to keep ${them}.`
}

/** When not even the question can be answered. */
const UNKNOWN =
  'This browser could not tell whether any edits are only here. Signing out would remove them; edits on pages that say “Saved” are safe.'

/** The person at the lower end of the sidebar: settings, theme, shortcuts, sign out. */
export function AccountMenu({ user, compact }: { user: CurrentUser; compact: boolean }) {
  const [question, setQuestion] = useState<string | null>(null)
  const askOrSignOut = async () => {
    const count = await unsentEdits(user.id).catch(() => null)
    if (count === 0) await signOut(user.id)
    else setQuestion(count === null ? UNKNOWN : unsentQuestion(count))
  }
  return (
    <>
      <Menu>
        {compact ? (
          <MenuTrigger
            render={
              <IconButton label={`Account of ${user.name}`}>
                <Avatar name={user.name} size="sm" />
              </IconButton>
            }
          />
        ) : (
          <MenuTrigger
            aria-label={`Account of ${user.name}`}
            className="flex w-full cursor-pointer items-center gap-2 rounded-control px-1.5 py-1 text-left touch-target hover:bg-hover data-[popup-open]:bg-hover"
          >
            <Avatar name={user.name} size="sm" />
            <span className="min-w-0 flex-1 truncate font-medium">{user.name}</span>
            <ChevronsUpDown aria-hidden className="size-3.5 text-text-faint" />
          </MenuTrigger>
        )}
        <MenuContent side="top" className="min-w-60">
          <MenuLabel>{user.email}</MenuLabel>
          <MenuItem icon={<Settings />} onClick={openSettings}>
            Settings
          </MenuItem>
          <MenuItem icon={<SunMoon />} shortcut="mod+shift+l" onClick={toggleTheme}>
            Light or dark
          </MenuItem>
          <MenuItem icon={<Keyboard />} shortcut="mod+?" onClick={() => showOverlay('shortcuts')}>
            Keyboard shortcuts
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<LogOut />} onClick={() => void askOrSignOut()}>
            Sign out
          </MenuItem>
        </MenuContent>
      </Menu>
      <ConfirmDialog
        open={question !== null}
        onOpenChange={(open) => !open && setQuestion(null)}
        title="Sign out with unsent edits?"
        description={question ?? ''}
        confirmLabel="Sign out anyway"
        danger
        onConfirm={() => void signOut(user.id)}
      />
    </>
  )
}

/** The same place for somebody without an account: who they are here, and the way in. */
export function VisitorMenu({ compact }: { compact: boolean }) {
  const visitor = useVisitor()
  if (compact)
    return (
      <IconButton label="Sign in" onClick={() => showOverlay('login')}>
        <LogIn aria-hidden />
      </IconButton>
    )
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-2 px-1.5">
        <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: visitor.color }} />
        <span className="min-w-0 flex-1 truncate text-text-muted">
          Visiting as <span className="text-text">{visitor.name}</span>
        </span>
        <IconButton label="Light or dark" shortcut="mod+shift+l" onClick={toggleTheme}>
          <SunMoon aria-hidden />
        </IconButton>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button onClick={() => showOverlay('login')}>Sign in</Button>
        <Tooltip label="Keep your pages" side="top">
          <Link to="/signup" className={buttonClass('primary')}>
            <UserPlus aria-hidden />
            Sign up
          </Link>
        </Tooltip>
      </div>
    </div>
  )
}
