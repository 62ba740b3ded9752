import { Component, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { t } from '@/shared/i18n'

/** What a block draws with React, in an element of its own. */
export interface BlockRoot {
  render(content: ReactNode): void
  /** Takes everything away, once React is not drawing something else. */
  destroy(): void
}

/**
 * Draws a living block in `holder`. A fault in it leaves words in its place and a way to try again, never an empty place;
 * what is drawn next is tried by itself.
 */
export function blockRoot(holder: HTMLElement): BlockRoot {
  const root = createRoot(holder)
  return {
    render: (content) => root.render(<BlockGuard>{content}</BlockGuard>),
    destroy: () => queueMicrotask(() => root.unmount()),
  }
}

interface GuardState {
  error: unknown
}

/** Stands around a block's content and takes its place when that fails. */
export class BlockGuard extends Component<{ children?: ReactNode }, GuardState> {
  override state: GuardState = { error: null }

  static getDerivedStateFromError(error: unknown): GuardState {
    return { error: error ?? new Error('Nothing was said') }
  }

  override componentDidUpdate(before: { children?: ReactNode }, { error }: GuardState): void {
    // The block has changed since: perhaps for the better.
    if (error !== null && error === this.state.error && before.children !== this.props.children) this.retry()
  }

  readonly retry = (): void => this.setState({ error: null })

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    return (
      <p
        role="alert"
        className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-lg border border-border bg-surface-raised px-4 py-3 text-sm text-text"
      >
        {t('This block could not be shown.')}
        <button type="button" className="font-medium underline" onClick={this.retry}>
          {t('Try again')}
        </button>
      </p>
    )
  }
}
