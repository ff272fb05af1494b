import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import styles from './Dialog.module.css'

const FOCUSABLE = [
  'a[href]',
  'button:enabled',
  'input:enabled',
  'select:enabled',
  'textarea:enabled',
  'summary',
  '[tabindex="0"]',
].join()

/** Then the keys could not scroll it. */
const scrollsWithoutFocus = (body: HTMLElement): boolean =>
  body.scrollHeight > body.clientHeight &&
  [...body.querySelectorAll(FOCUSABLE)].every((element) => element.closest('[inert]'))

const useScrolling = (ref: RefObject<HTMLElement | null>, children: ReactNode): boolean => {
  const [scrolling, setScrolling] = useState(false)
  useLayoutEffect(() => {
    const body = ref.current
    // jsdom has no layout.
    if (!body || typeof ResizeObserver === 'undefined') return
    const look = () => setScrolling(scrollsWithoutFocus(body))
    const observer = new ResizeObserver(look)
    for (const element of [body, ...body.children]) observer.observe(element)
    return () => observer.disconnect()
  }, [ref, children])
  return scrolling
}

/** Takes the focus if it scrolls and nothing in it does. */
export function DialogBody({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  const scrolling = useScrolling(ref, children)
  const stop = scrolling ? { tabIndex: 0, role: 'group', 'aria-labelledby': labelledBy } : {}
  return (
    <div ref={ref} className={styles.body} {...stop}>
      {children}
    </div>
  )
}
