import { useMemo } from 'react'
import { openSettings } from '@/app/overlays'
import type { ActionEntry } from '@/blocks/kit/action'
import { Palette } from '@/features/search/app/palette'
import { t } from '@/shared/i18n'
import { sections } from './settings-sections'

/** The sections of the settings as the palette offers them. */
const settingsEntries = (): ActionEntry[] =>
  sections.map(({ id, label, words, icon }) => ({
    id: `settings.${id}`,
    label: t('Settings: {section}', { section: label }),
    keywords: words.split(/,\s*/u),
    icon,
    group: 'Settings',
    danger: false,
    run: () => openSettings(id),
  }))

/** The command palette, with what it offers of other features. */
export default function PaletteOverlay() {
  const settings = useMemo(settingsEntries, [])
  return <Palette settings={settings} />
}
