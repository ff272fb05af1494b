import { type ComponentType, useEffect, useRef, useState } from 'react'

/** Exit animations and late clean-ups. */
export const GRACE_MS = 1000

interface Listener {
  readonly target: EventTarget
  readonly type: string
  readonly listener: EventListenerOrEventListenerObject
  readonly capture: boolean
}

const listeners = new Set<Listener>()

type ListenerOptions = AddEventListenerOptions | boolean | undefined

const listenerOptions = (options: ListenerOptions): AddEventListenerOptions =>
  typeof options === 'object' ? options : { capture: options === true }

const findListener = (wanted: Listener): Listener | undefined =>
  [...listeners].find(
    ({ target, type, listener, capture }) =>
      target === wanted.target && type === wanted.type && listener === wanted.listener && capture === wanted.capture,
  )

const followListeners = (target: Window | Document): void => {
  const add = target.addEventListener.bind(target)
  const remove = target.removeEventListener.bind(target)
  target.addEventListener = (type: string, listener: EventListenerOrEventListenerObject, options?: ListenerOptions) => {
    add(type, listener, options)
    const { capture = false, once, signal } = listenerOptions(options)
    const added = { target, type, listener, capture }
    if (!listener || once || signal?.aborted) return
    const known = findListener(added)
    if (known) listeners.delete(known)
    listeners.add(added)
    signal?.addEventListener('abort', () => listeners.delete(added))
  }
  target.removeEventListener = (
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: ListenerOptions,
  ) => {
    remove(type, listener, options)
    const known = findListener({ target, type, listener, capture: listenerOptions(options).capture ?? false })
    if (known) listeners.delete(known)
  }
}

let following = false
const followOnce = (): void => {
  if (following) return
  following = true
  for (const target of [window, document]) followListeners(target)
}

/** Listeners, and nodes next to the container. */
const present = (): ReadonlySet<Listener | Element> => new Set([...listeners, ...document.body.children])

const leakName = (left: Listener | Element): string => {
  if (left instanceof Element) {
    const names = [left.id && `#${left.id}`, ...[...left.classList].map((name) => `.${name}`)]
    return `<${left.localName}>${names.join('')}`
  }
  const { target, type, listener } = left
  const name = typeof listener === 'function' ? listener.name : listener.constructor.name
  return `'${type}' on ${target === window ? 'window' : 'document'} (${name || 'anonymous'})`
}

/**
 * Warns of repeated leaks of unmounts. A single one belongs
 * to a part of the page that loaded at the same time.
 */
export const watchLeaks = <Props extends object>(
  label: string,
  Watched: ComponentType<Props>,
): ComponentType<Props> => {
  followOnce()
  const leftBefore = new Set<string>()
  const isRepeated = (name: string): boolean => leftBefore.has(name) || !leftBefore.add(name)
  return (props: Props) => {
    const [before, setBefore] = useState<ReturnType<typeof present>>()
    const mounted = useRef(false)
    // What surrounds the screen listens first.
    useEffect(() => setBefore(present()), [])
    useEffect(() => {
      mounted.current = true
      if (!before) return
      return () => {
        mounted.current = false
        const added = [...present()].filter((one) => !before.has(one))
        setTimeout(() => {
          // StrictMode unmounts for a moment.
          if (mounted.current) return
          const now = present()
          const left = added.filter((one) => now.has(one)).map(leakName)
          const leaks = new Set(left.filter(isRepeated))
          // biome-ignore lint/suspicious/noConsole: for developers, who read it here
          if (leaks.size > 0) console.warn(`[${label}] left after its unmount: ${[...leaks].join(', ')}`)
        }, GRACE_MS)
      }
    }, [before])
    return before && <Watched {...props} />
  }
}
