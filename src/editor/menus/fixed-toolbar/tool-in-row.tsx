import { ChevronDown } from 'lucide-react'
import type { Action } from '@/blocks/kit/action'
import { t } from '@/shared/i18n'
import { ToolButton } from '../formatting-buttons'
import { ActionIcon, Icon, ShownColors } from '../icons'
import type { ShownSelection } from './shown-selection'
import type { Tool } from './tools'

interface ToolInRowProps {
  tool: Tool
  shown: ShownSelection
  /** It does not apply here, or it holds here, or its panel is open. */
  isOff: boolean
  isOn: boolean
  isOpen: boolean
  /** Its part in the row's one tab stop. */
  stop: { tabIndex: number; onFocus(): void }
  onRun(action: Action): void
  onOpen(id: string, button: HTMLElement): void
}

/** A tool's button: it acts, or opens what it holds and says what the selection has of that. */
export function ToolInRow({ tool, shown, isOff, isOn, isOpen, stop, onRun, onOpen }: ToolInRowProps) {
  if (tool.kind === 'action')
    return (
      <ToolButton
        label={tool.label}
        {...(tool.shortcut ? { shortcut: tool.shortcut } : {})}
        {...(tool.isActive ? { pressed: isOn } : {})}
        disabled={isOff}
        onClick={() => onRun(tool)}
        {...stop}
      >
        <ActionIcon icon={tool.icon} />
      </ToolButton>
    )
  const isWide = tool.id === 'turn-into'
  const says = {
    'turn-into': t('Turn into, now {block}', { block: shown.block }),
    'font-size': t('Font size, now {count}', { count: shown.size }),
  }[tool.id as string]
  return (
    <ToolButton
      label={says ?? tool.label}
      title={tool.label}
      disabled={isOff}
      opens={isOpen}
      className={
        { 'turn-into': 'tool-block', 'font-size': 'tool-size', colors: 'tool-colors' }[tool.id as string] ??
        (tool.kind === 'menu' ? 'tool-menu' : '')
      }
      onClick={(event) => onOpen(tool.id, event.currentTarget)}
      {...stop}
    >
      {tool.id === 'font-size' ? (
        shown.size
      ) : tool.id === 'colors' ? (
        <ShownColors color={shown.color} background={shown.background} />
      ) : isWide ? (
        <span>{shown.block}</span>
      ) : (
        <Icon name={tool.icon} />
      )}
      {tool.kind === 'menu' && <ChevronDown aria-hidden size={isWide ? 14 : 12} />}
    </ToolButton>
  )
}
