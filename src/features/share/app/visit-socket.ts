import { useEffect, useRef, useState } from 'react'
import { NOT_HERE, VISIT_PATH } from '@/shared/visits'

/** Milliseconds until a lost connection is tried again: the first time, and at the most. */
const AGAIN_MS = { first: 500, most: 10_000 } as const

/**
 * Hears that a page which is read settled, by a secret link or without its review, has changed, or is open no more: `onNews` is called for both, and whenever the
 * connection is back. Answers whether there is one now.
 */
export function useVisitSocket(documentId: string, onNews: () => void, enabled: boolean): boolean {
  const [isConnected, setConnected] = useState(false)
  const tell = useRef(onNews)
  tell.current = onNews
  useEffect(() => {
    if (!enabled) return
    let socket: WebSocket | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let wait: number = AGAIN_MS.first
    let isOver = false
    const connect = () => {
      socket = new WebSocket(window.location.origin.replace(/^http/, 'ws') + VISIT_PATH + documentId)
      // The server says so once it has looked: also a connection that comes back has missed nothing then.
      socket.onmessage = () => {
        wait = AGAIN_MS.first
        setConnected(true)
        tell.current()
      }
      socket.onclose = ({ code }) => {
        if (isOver) return
        setConnected(false)
        if (code === NOT_HERE) tell.current()
        timer = setTimeout(connect, wait)
        wait = Math.min(wait * 2, AGAIN_MS.most)
      }
    }
    connect()
    return () => {
      isOver = true
      clearTimeout(timer)
      socket?.close()
    }
  }, [documentId, enabled])
  return isConnected
}
