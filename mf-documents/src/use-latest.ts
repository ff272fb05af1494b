import { type RefObject, useLayoutEffect, useRef } from 'react'

/** A value as of the last render, for work that outlives the render which started it. */
export const useLatest = <T>(value: T): Readonly<RefObject<T>> => {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
