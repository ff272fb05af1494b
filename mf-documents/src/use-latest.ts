import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Returns the last render's value, for asynchronous work. */
export const useLatest = <T>(value: T): Readonly<RefObject<T>> => {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
