import { Search } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import type { SettingsSectionId } from '@/app/overlays'
import { t } from '@/shared/i18n'
import { Dialog, DialogContent } from '@/ui/dialog'
import { Input } from '@/ui/field'
import { Select } from '@/ui/select'
import { Tab, TabPanel, Tabs, TabsList } from '@/ui/tabs'
import { findSections } from './find-sections'

/** One section of the settings. */
export interface SettingsSection {
  id: SettingsSectionId
  /** In the language of this moment: a getter that asks `t`. */
  readonly label: string
  icon: ComponentType<{ className?: string }>
  /** Words for what stands in the section, by which it is found; in the same language as the label. */
  readonly words: string
  Panel: ComponentType
}

interface SettingsProps {
  sections: readonly SettingsSection[]
  /** The section that is shown. */
  section: SettingsSectionId
  onSection(section: SettingsSectionId): void
}

/** The sections beside their list, which can be searched; on a narrow screen one chooses from a menu instead. */
export function Settings({ sections, section, onSection }: SettingsProps) {
  const [query, setQuery] = useState('')
  const found = findSections(sections, query)
  const isSearching = query.trim() !== ''
  const open = (id: SettingsSectionId) => {
    setQuery('')
    onSection(id)
  }
  return (
    <Tabs
      value={section}
      onValueChange={(id) => open(id as SettingsSectionId)}
      orientation="vertical"
      className="flex min-h-0 flex-1 flex-col gap-4 sm:flex-row sm:gap-8"
    >
      <div className="flex shrink-0 flex-col gap-2 sm:w-48 sm:overflow-y-auto sm:p-0.5">
        <div className="relative">
          <Search
            aria-hidden
            className="pointer-events-none absolute start-2.5 top-1/2 size-4 -translate-y-1/2 text-text-faint"
          />
          <Input
            type="search"
            value={query}
            aria-label={t('Search settings')}
            placeholder={t('Search')}
            className="ps-8"
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return
              if (event.key === 'Enter' && isSearching && found[0]) open(found[0].id)
              // The first Escape ends the search, the next one closes the window.
              if (event.key === 'Escape' && query !== '') {
                event.stopPropagation()
                setQuery('')
              }
            }}
          />
        </div>
        {!isSearching && (
          <div className="sm:hidden">
            <Select<SettingsSectionId>
              label={t('Section')}
              value={section}
              options={sections.map(({ id, label, icon: Icon }) => ({
                value: id,
                label,
                icon: <Icon aria-hidden className="size-4" />,
              }))}
              onValueChange={open}
              className="w-full"
            />
          </div>
        )}
        <TabsList
          className={`flex-col border-b-0 ${isSearching ? '' : 'max-sm:hidden'}`}
          aria-label={t('Sections')}
        >
          {found.map(({ id, label, icon: Icon }) => (
            <Tab
              key={id}
              value={id}
              className="mb-0 h-8 shrink-0 gap-2 rounded-control border-b-0 px-2 hover:bg-hover data-[active]:bg-hover"
            >
              <Icon aria-hidden className="size-4" />
              {label}
            </Tab>
          ))}
        </TabsList>
        <p role="status" className="px-2 text-text-muted empty:hidden">
          {isSearching && found.length === 0 && t('No settings found.')}
        </p>
      </div>
      {sections.map(({ id, label, Panel }) => (
        <TabPanel key={id} value={id} className="min-h-0 min-w-0 flex-1 overflow-y-auto p-0.5 pt-0">
          <h2 className="mb-4 text-base font-semibold">{label}</h2>
          <Panel />
        </TabPanel>
      ))}
    </Tabs>
  )
}

/** The settings as a window of 960 × 600 (product.md 2.26). */
export function SettingsDialog({ onClose, ...settings }: SettingsProps & { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent bare title={t('Settings')} className="flex h-150 max-w-240 flex-col overflow-hidden p-5">
        <Settings {...settings} />
      </DialogContent>
    </Dialog>
  )
}
