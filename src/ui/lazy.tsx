import { Component, type ComponentType, type ReactNode, Suspense, use, useEffect, useState } from 'react'
import { t } from '@/shared/i18n'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** A component whose code comes when it is first shown, or before, when there is nothing else to do. */
export interface Lazy<Props> {
  (props: Props): ReactNode
  /** Fetches the code. Rejects when it cannot be had; the next call tries again. */
  preload(): Promise<void>
}

/**
 * Makes a component of code that a screen does not need to show itself: menus, windows, pickers. Once the code is there
 * it is drawn at once, like any other. A component that shows it under a condition says so with `usePreload`, so that it is there
 * before it is asked for, and without a network.
 *
 * `pending` stands in its place while the code is on its way, and the screen is busy (`aria-busy`). Code that cannot be had is an error of the component.
 */
export function lazy<Props extends object>(load: Load<Props>, pending: ReactNode = null): Lazy<Props> {
  let Part: ComponentType<Props> | null = null
  let coming: Promise<void> | null = null
  const preload = () => {
    coming ??= load().then(
      (code) => {
        Part = code.default
      },
      (error) => {
        coming = null
        throw new NotLoaded(error)
      },
    )
    return coming
  }
  function Body({ coming, props }: { coming: Promise<void> | null; props: Props }) {
    if (!Part && coming) use(coming)
    return Part && <Part {...props} />
  }
  function Shown(props: Props) {
    // Kept outside of what waits, so that a failure stays one until it is tried again.
    const [coming, setComing] = useState(() => (Part ? null : preload()))
    return (
      <Guard onRetry={() => setComing(preload())}>
        <Suspense
          fallback={
            <>
              {pending}
              <span hidden aria-busy />
            </>
          }
        >
          <Body coming={coming} props={props} />
        </Suspense>
      </Guard>
    )
  }
  return Object.assign(Shown, { preload })
}

class NotLoaded extends Error {
  constructor(override readonly cause: unknown) {
    super(t('The code of this part could not be loaded'))
  }
}

/** Says that a part could not be had, where it would stand; the screen around it stays. Other errors are not its business. */
class Guard extends Component<{ children: ReactNode; onRetry: () => void }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    if (!(error instanceof NotLoaded)) throw error
    const retry = () => {
      this.props.onRetry()
      this.setState({ error: null })
    }
    return (
      <p
        role="alert"
        className="fixed inset-x-4 bottom-4 z-50 mx-auto flex max-w-md items-center justify-between gap-3 rounded-lg border border-border bg-surface-raised px-4 py-3 text-sm text-text shadow-lg"
      >
        {t('This could not be loaded. Check the connection.')}
        <button type="button" className="font-medium underline" onClick={retry}>
          {t('Try again')}
        </button>
      </p>
    )
  }
}

/** The same for a window with `open`: nothing at all until it is first opened, and then always there to come and go. */
export function lazyDialog<Props extends { open: boolean }>(load: Load<Props>): Lazy<Props> {
  const Part = lazy(load)
  function Window(props: Props) {
    usePreload(Part)
    const [wasOpened, setWasOpened] = useState(props.open)
    if (props.open && !wasOpened) setWasOpened(true)
    return (props.open || wasOpened) && <Part {...props} />
  }
  return Object.assign(Window, { preload: Part.preload })
}

/** The same for what nobody waits for: nothing at all until the page has settled, and then it appears. */
export function lazyLater<Props extends object>(load: Load<Props>): (props: Props) => ReactNode {
  const Part = lazy(load)
  return function Later(props: Props) {
    const [isTime, setTime] = useState(false)
    useEffect(() => {
      let isGone = false
      void settled()
        .then(Part.preload)
        .then(
          () => !isGone && setTime(true),
          // It is missed until the page is loaded anew.
          () => {},
        )
      return () => {
        isGone = true
      }
    }, [])
    return isTime && <Part {...props} />
  }
}

/** Milliseconds until a part that could not be had is asked for again. */
const RETRY = 3_000

/**
 * Fetches the part now, again and again until it is there, and says whether it is: for what stands beside the content
 * and must not take that away when the network fails.
 */
export function useLoaded(part: Preloaded): boolean {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    const fetchPart = () =>
      void part.preload().then(
        () => !isGone && setThere(true),
        () => {
          if (!isGone) timer = setTimeout(fetchPart, RETRY)
        },
      )
    fetchPart()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [part])
  return isThere
}

/** Milliseconds after which what may come is made ready, also on a screen that has not settled by then. */
const READY = 3_000

/** Whether what was to be shown first stands, so that what nobody has asked for yet no longer delays it. */
export function useIsSettled(): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    let isGone = false
    void Promise.race([settled(), pause(READY)]).then(() => !isGone && setSettled(true))
    return () => {
      isGone = true
    }
  }, [])
  return isSettled
}

/** Code that is not a component, such as a way to drag: `null` until it is there. `load` is read once. */
export function useLoadedCode<Code extends object>(load: () => Promise<Code>): Code | null {
  const [part] = useState(() => {
    const found: { code: Code | null; preload(): Promise<void> } = {
      code: null,
      preload: () =>
        load().then((code) => {
          found.code = code
        }),
    }
    return found
  })
  return useLoaded(part) ? part.code : null
}

interface Preloaded {
  preload(): Promise<unknown>
}

/** Fetches the code of these parts when the page has settled. They are read once. */
export function usePreload(...parts: readonly Preloaded[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: which parts a component shows does not change
  useEffect(() => {
    for (const part of parts) waiting.add(part)
    if (!isFetching) void fetchWaiting()
  }, [])
}

const waiting = new Set<Preloaded>()
let isFetching = false

/**
 * One after the other, once the page has settled, so that they are there when the network goes a moment later. When one
 * cannot be loaded, it and those behind it are tried again after a while.
 */
async function fetchWaiting(): Promise<void> {
  isFetching = true
  while (waiting.size > 0) {
    // What a screen shows first may have begun to come meanwhile.
    do await settled()
    while (isBusy())
    for (const part of waiting) {
      try {
        await part.preload()
        waiting.delete(part)
      } catch {
        // Nobody has asked for it yet: then it is fetched anyway, and a failure is told.
        await pause(RETRY)
        break
      }
    }
  }
  isFetching = false
}

/** Milliseconds between two looks whether the page has settled. */
const PAUSE = 250

const pause = (ms = PAUSE) => new Promise((done) => setTimeout(done, ms))

/** Waits until everything that was to be shown stands, nothing runs, and there is a network. */
async function settled(): Promise<void> {
  while (isBusy()) await pause()
  await idle()
}

const isBusy = () =>
  document.readyState !== 'complete' ||
  !navigator.onLine ||
  document.querySelector('[aria-busy=true]') !== null

/** Waits until nothing runs, a second at most. */
export const idle = () =>
  new Promise<unknown>((done) =>
    // Safari has no idle callback.
    'requestIdleCallback' in window ? requestIdleCallback(done, { timeout: 1_000 }) : setTimeout(done, PAUSE),
  )
