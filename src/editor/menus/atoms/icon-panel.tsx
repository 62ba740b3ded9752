import { type KeyboardEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { drawingOf, findIcons } from '@/blocks/icon/drawings'
import { ICON_SIZES, iconLabel } from '@/blocks/icon/icon'
import { COLORS } from '@/blocks/kit/colors'
import type { BlockPanelProps } from '../block-panels'
import { useEditorValue } from '../use-editor-value'
import { AtomPanel, leavePanel, setAttributes } from './atom-panel'

const COLUMNS = 8
const ROW = 36
const ROWS_SHOWN = 6

/** Which drawing an icon shows, in which colour and size. Of the many there are, only the rows in view are drawn. */
export default function IconPanel({ editor, pos, onTakeBack }: BlockPanelProps) {
  const attrs = useEditorValue(editor, ({ state }) => state.doc.nodeAt(pos)?.attrs ?? null)
  const [query, setQuery] = useState('')
  const found = useMemo(() => findIcons(query), [query])
  const [active, setActive] = useState(0)
  const [top, setTop] = useState(0)
  const grid = useRef<HTMLDivElement>(null)
  const id = useId()

  useLayoutEffect(() => {
    const element = grid.current!
    const row = Math.floor(active / COLUMNS) * ROW
    if (row < element.scrollTop) element.scrollTop = row
    else if (row + ROW > element.scrollTop + element.clientHeight)
      element.scrollTop = row + ROW - element.clientHeight
  }, [active])

  const [isChanged, setChanged] = useState(false)
  const set = (attributes: Record<string, unknown>) => {
    setChanged(true)
    setAttributes(editor, pos, ['icon'], attributes)
  }
  const leave = () => leavePanel(editor, pos)
  const pick = (name: string) => {
    set({ iconName: name })
    leave()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }[event.key]
    if (step !== undefined) setActive(Math.max(0, Math.min(found.length - 1, active + step)))
    else if (event.key === 'Enter') {
      if (found[active]) pick(found[active])
    } else return
    event.preventDefault()
  }
  const first = Math.max(0, Math.floor(top / ROW) - 1) * COLUMNS
  const shown = found.slice(first, first + (ROWS_SHOWN + 3) * COLUMNS)
  const activeName = found[active]
  return (
    <AtomPanel
      editor={editor}
      pos={pos}
      label="Icon"
      className="icon-panel"
      onCancel={() => (onTakeBack && !isChanged ? onTakeBack() : leave())}
      onLeave={leave}
    >
      <input
        className="search-field"
        role="combobox"
        aria-label="Search icons..."
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={activeName ? `${id}-${activeName}` : undefined}
        placeholder="Search icons..."
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => {
          setQuery(event.target.value)
          setActive(0)
          setTop(0)
          grid.current?.scrollTo({ top: 0 })
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={grid}
        id={`${id}-list`}
        role="listbox"
        aria-label="Icons"
        tabIndex={-1}
        className="icon-grid"
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      >
        <div style={{ height: Math.ceil(found.length / COLUMNS) * ROW, paddingTop: (first / COLUMNS) * ROW }}>
          {shown.map((name, index) => (
            <IconOption
              key={name}
              id={`${id}-${name}`}
              name={name}
              isActive={first + index === active}
              onPick={() => pick(name)}
            />
          ))}
        </div>
      </div>
      <p className="icon-status" role="status">
        {found.length === 0 ? 'No icons found' : `${activeName} — ${found.length.toLocaleString('en')} icons`}
      </p>
      <fieldset className="icon-choices" aria-label="Colour">
        {[null, ...COLORS].map((color) => (
          <button
            key={color ?? 'text'}
            type="button"
            className="icon-color"
            data-color={color ?? undefined}
            aria-label={color ? `${color.charAt(0).toUpperCase()}${color.slice(1)}` : 'As the text'}
            aria-pressed={(attrs?.color ?? null) === color}
            onClick={() => set({ color })}
          />
        ))}
      </fieldset>
      <fieldset className="icon-choices" aria-label="Size">
        {[null, ...ICON_SIZES].map((size) => (
          <button
            key={size ?? 'text'}
            type="button"
            className="icon-size"
            aria-label={size ? `${size} pixels` : 'As the text'}
            aria-pressed={(attrs?.size ?? null) === size}
            onClick={() => set({ size })}
          >
            {size ?? 'Auto'}
          </button>
        ))}
      </fieldset>
    </AtomPanel>
  )
}

interface IconOptionProps {
  id: string
  name: string
  isActive: boolean
  onPick(): void
}

function IconOption({ id, name, isActive, onPick }: IconOptionProps) {
  const Drawing = drawingOf(name)
  return (
    <button
      id={id}
      type="button"
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-label={iconLabel(name)}
      title={name}
      className="icon-option"
      onClick={onPick}
    >
      {Drawing && <Drawing aria-hidden size={20} />}
    </button>
  )
}
