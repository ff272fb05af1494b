import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Holds the value of the last render, for callbacks of an earlier one. */
export const useLatest = <T>(value: T): Readonly<RefObject<T>> => {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
