import { useAllActions } from '@/app/actions'
import { showOverlay } from '@/app/overlays'
import { shortcutsOf } from '@/blocks/kit/action'
import { targetOnScreen } from '@/editor/open-pages'
import { editorShortcuts } from '@/editor/shortcuts'
import { headingOf, t } from '@/shared/i18n'
import { Dialog, DialogContent } from '@/ui/dialog'
import { Kbd } from '@/ui/kbd'

/** Every shortcut that works now, and those of the editor (mod+?). */
export default function ShortcutSheet() {
  const target = targetOnScreen()
  const actions = useAllActions().filter(
    (action) => shortcutsOf(action).length > 0 && action.command(target, false),
  )
  const sections = Map.groupBy(actions, ({ places, group }) => places.palette?.group ?? group ?? 'Go')
  const groups = [
    ...[...sections].map(([title, group]) => ({
      title,
      rows: group.map((action) => ({ label: action.label, keys: shortcutsOf(action) })),
    })),
    ...[...Map.groupBy(editorShortcuts, (shortcut) => shortcut.group)].map(([title, rows]) => ({
      title,
      rows,
    })),
  ]
  return (
    <Dialog open onOpenChange={(open) => !open && showOverlay(null)}>
      <DialogContent title={t('Keyboard shortcuts')} className="max-w-3xl">
        <div className="columns-1 gap-8 sm:columns-2">
          {groups.map((group) => (
            <section key={group.title} className="mb-5 break-inside-avoid-column">
              <h3 className="mb-1 text-xs font-medium text-text-faint">{headingOf(group.title)}</h3>
              <dl>
                {group.rows.map((row) => (
                  <div
                    key={`${row.label} ${row.keys[0]}`}
                    className="flex items-baseline justify-between gap-4 py-1"
                  >
                    <dt>{row.label}</dt>
                    <dd className="flex gap-2 whitespace-nowrap">
                      {row.keys.map((keys) => (
                        <Kbd key={keys} keys={keys} className="text-text-muted" />
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </DialogContent>
    </Dialog>
  )
}
