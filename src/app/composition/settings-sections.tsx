import {
  Bell,
  Brain,
  CreditCard,
  HardDrive,
  Lightbulb,
  ShieldCheck,
  SlidersHorizontal,
  Sparkles,
  Trash2,
  User,
  Users,
  UserX,
} from 'lucide-react'
import type { SettingsSection } from '@/features/accounts/app/settings'
import { t } from '@/shared/i18n'
import { lazy } from '@/ui/lazy'
import { Skeleton } from '@/ui/skeleton'

const pending = <Skeleton className="h-40" />

const ProfileSection = lazy(() => import('@/features/accounts/app/profile-section'), pending)
const DeleteAccountSection = lazy(() => import('@/features/accounts/app/delete-account-section'), pending)
const PreferencesSection = lazy(() => import('@/features/accounts/app/preferences-section'), pending)
const FriendsSection = lazy(() => import('@/features/friends/app/friends-section'), pending)
const NotificationsSection = lazy(() => import('@/features/notifications/app/notifications-section'), pending)
const MemorySection = lazy(() => import('@/features/memory/app/memory-section'), pending)
const MembershipSection = lazy(() => import('@/features/membership/app/membership-section'), pending)
const PromptsSection = lazy(() => import('@/features/memory/app/prompts-section'), pending)
const AiSection = lazy(() => import('@/features/ai/app/api-settings-form'), pending)
const SecuritySection = lazy(() => import('@/features/accounts/app/security-section'), pending)
const StorageSection = lazy(() => import('@/features/files/app/storage-section'), pending)
const TrashPanel = lazy(() => import('@/features/pages/app/trash-panel'), pending)

/** Every section of the settings, in the order in which they are listed (product.md 2.26). */
export const sections: readonly SettingsSection[] = [
  {
    id: 'profile',
    get label() {
      return t('Profile')
    },
    get words() {
      return t('name, username, email, address, picture, photo, avatar, color')
    },
    icon: User,
    Panel: ProfileSection,
  },
  {
    id: 'preferences',
    get label() {
      return t('Settings')
    },
    get words() {
      return t(
        'appearance, theme, dark, light, typing, quotes, language, time zone, date, hours, format, week, numbers',
      )
    },
    icon: SlidersHorizontal,
    Panel: PreferencesSection,
  },
  {
    id: 'friends',
    get label() {
      return t('Friends')
    },
    get words() {
      return t('people, requests, find friends, block, blocked')
    },
    icon: Users,
    Panel: FriendsSection,
  },
  {
    id: 'notifications',
    get label() {
      return t('Notifications')
    },
    get words() {
      return t('bell, mute, e-mail, mail, digest, push, browsers, quiet hours, sound, mentions')
    },
    icon: Bell,
    Panel: NotificationsSection,
  },
  {
    id: 'memory',
    get label() {
      return t('Memory')
    },
    get words() {
      return t('assistant, AI, facts, remember')
    },
    icon: Brain,
    Panel: MemorySection,
  },
  {
    id: 'prompts',
    get label() {
      return t('Prompts')
    },
    get words() {
      return t('assistant, AI, instructions, tone')
    },
    icon: Lightbulb,
    Panel: PromptsSection,
  },
  {
    id: 'ai',
    get label() {
      return t('AI')
    },
    get words() {
      return t('API keys, model, OpenAI, Anthropic, Claude, GPT, test connection')
    },
    icon: Sparkles,
    Panel: AiSection,
  },
  {
    id: 'membership',
    get label() {
      return t('Membership')
    },
    get words() {
      return t(
        'plan, premium, free, upgrade, trial, billing, invoices, usage, limits, API requests, AI tokens',
      )
    },
    icon: CreditCard,
    Panel: MembershipSection,
  },
  {
    id: 'security',
    get label() {
      return t('Security')
    },
    get words() {
      return t(
        'sessions, browsers, devices, sign out, password, linked accounts, GitHub, Google, two-factor, authenticator, 2FA, codes, recovery, passkeys, fingerprint',
      )
    },
    icon: ShieldCheck,
    Panel: SecuritySection,
  },
  {
    id: 'storage',
    get label() {
      return t('Storage')
    },
    get words() {
      return t('files, space, room, quota, uploads')
    },
    icon: HardDrive,
    Panel: StorageSection,
  },
  {
    id: 'trash',
    get label() {
      return t('Trash')
    },
    get words() {
      return t('deleted pages, restore, delete forever')
    },
    icon: Trash2,
    Panel: TrashPanel,
  },
  {
    id: 'delete-account',
    get label() {
      return t('Delete account')
    },
    get words() {
      return t('close account, remove account, leave Sheaf, download, copy, export')
    },
    icon: UserX,
    Panel: DeleteAccountSection,
  },
]
