import { useState } from 'react'

/**
 * State that this browser keeps, for a demo. What cannot be read is the initial value; what cannot be kept (storage
 * full or forbidden) lives until the page is left.
 */
export function useKeptValue<Value>(
  key: string,
  initial: () => Value,
  isValid: (value: unknown) => value is Value,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => read(key, initial, isValid))
  const keep = (next: Value) => {
    setValue(next)
    try {
      localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // A demo works without its memory.
    }
  }
  return [value, keep]
}

function read<Value>(key: string, initial: () => Value, isValid: (value: unknown) => value is Value): Value {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isValid(found) ? found : initial()
  } catch {
    return initial()
  }
}

export const isText = (value: unknown): value is string => typeof value === 'string'
export const isTextList = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
