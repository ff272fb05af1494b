import { type RefObject, useLayoutEffect, useRef } from 'react'

/** For callbacks of an earlier render. */
export const useLatest = <T>(value: T): Readonly<RefObject<T>> => {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
