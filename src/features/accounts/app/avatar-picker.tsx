import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { failureWords, rpc, trpc } from '@/app/rpc'
import { refreshSession } from '@/app/session'
import {
  AVATAR_COLORS,
  AVATAR_SEEDS,
  AVATAR_TYPES,
  type AvatarChoice,
  type AvatarColors,
  avatarAddress,
} from '@/features/accounts/avatar'
import { t } from '@/shared/i18n'
import { Avatar } from '@/ui/avatar'
import { Button } from '@/ui/button'
import { cn } from '@/ui/cn'
import { toast } from '@/ui/toast'
import { OwnPicture } from './own-picture'

interface AvatarPickerProps {
  profile: AvatarChoice & { name: string; avatarUrl: string | null; profileImageUrl: string | null }
}

/**
 * The person's avatar, and the choice of another; each choice is saved at once and shown everywhere. Without a picture of their own
 * they choose among drawings.
 */
export function AvatarPicker({ profile }: AvatarPickerProps) {
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const [wanted, setWanted] = useState<string | null>(null)
  const { avatarSeed, avatarType, defaultAvatarColors } = profile
  const current: AvatarChoice = { avatarSeed, avatarType, defaultAvatarColors }

  const hasPicture = profile.profileImageUrl !== null
  const reload = async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: trpc.user.getSettings.queryKey() }),
      refreshSession(),
    ])
  }

  const choose = async (change: Partial<AvatarChoice>) => {
    setWanted(avatarAddress({ ...current, ...change }))
    try {
      await rpc.user.updateSettings.mutate(change)
    } catch (error) {
      toast.error(failureWords(error, t('Failed to update profile')))
    } finally {
      await reload()
      setWanted(null)
    }
  }
  const choiceOf = (change: Partial<AvatarChoice>, label: string) => {
    const address = avatarAddress({ ...current, ...change })
    return (
      <Choice
        key={address}
        label={label}
        isChosen={address === (wanted ?? profile.avatarUrl)}
        onChoose={() => void choose(change)}
      >
        <img src={address} alt="" loading="lazy" className="size-full rounded-full" />
      </Choice>
    )
  }
  return (
    <section aria-label={t('Avatar')} className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <Avatar name={profile.name} src={wanted ?? profile.avatarUrl} size="lg" />
        <div className="flex min-w-0 flex-1 flex-wrap gap-2">
          <OwnPicture profileImageUrl={profile.profileImageUrl} reload={reload} />
          {!hasPicture && (
            <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t('Change avatar')}
            </Button>
          )}
        </div>
      </div>
      {isOpen && !hasPicture && (
        <>
          <Choices label={t('Style')}>
            {AVATAR_TYPES.map((type) =>
              choiceOf({ avatarType: type }, type === 'glass' ? t('Glass') : t('Face')),
            )}
          </Choices>
          <Choices label={t('Drawing')}>
            {AVATAR_SEEDS.map((seed) => choiceOf({ avatarSeed: seed }, seed))}
          </Choices>
          <Choices label={t('Color')}>
            {AVATAR_COLORS.map((colors) => choiceOf({ defaultAvatarColors: colors }, colorLabel(colors)))}
          </Choices>
        </>
      )}
    </section>
  )
}

function Choices({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,2.75rem)] gap-1">{children}</div>
    </fieldset>
  )
}

interface ChoiceProps {
  label: string
  isChosen: boolean
  onChoose(): void
  children: ReactNode
}

function Choice({ label, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isChosen}
      onClick={onChoose}
      className={cn(
        'size-11 cursor-pointer rounded-full border-2 border-transparent p-0.5 hover:border-border-strong',
        isChosen && 'border-accent hover:border-accent',
      )}
    >
      {children}
    </button>
  )
}

const COLOR_LABELS: Record<string, () => string> = {
  brown: () => t('Brown'),
  orange: () => t('Orange'),
  yellow: () => t('Yellow'),
  green: () => t('Green'),
  blue: () => t('Blue'),
  purple: () => t('Purple'),
  pink: () => t('Pink'),
  red: () => t('Red'),
}

function colorLabel({ background, border }: AvatarColors): string {
  const color = COLOR_LABELS[background]?.() ?? background
  return border === 'none' ? color : t('{color} with a border', { color })
}
