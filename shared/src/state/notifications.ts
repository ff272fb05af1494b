import type { Notification } from './notification.ts'
import { retryOnReturn, whenOnline } from './when-online.ts'

/** Most visits begin without notifications. */
export type ToastModule = typeof import('./toasts.tsx')

let toasts: ToastModule | undefined
let loading: Promise<void> | undefined
let failed = false
let count = 0
const waiting = new Map<string, Notification>()
const listeners = new Set<() => void>()

const announce = (): void => {
  for (const listener of listeners) listener()
}

export const provideToasts = (provided: ToastModule): void => {
  toasts = provided
  for (const [id, notification] of waiting) provided.showToast(id, notification)
  waiting.clear()
  announce()
}

export const currentToasts = (): ToastModule | undefined => toasts

export const onToasts = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The newest one, if the toasts failed to load. */
export const unshownNotification = (): Notification | undefined =>
  failed && !toasts ? [...waiting.values()].at(-1) : undefined

/** The next call, or the network's return, retries a failed load. */
export const loadToasts = (): Promise<void> => {
  loading ??= retryOnReturn(() => import(/* webpackChunkName: "deferred-toasts" */ './toasts.tsx')).then(
    provideToasts,
    () => {
      loading = undefined
      failed = true
      announce()
      const stop = whenOnline(() => {
        stop()
        void loadToasts()
      })
    },
  )
  return loading
}

/**
 * @param replaced id of the notification that this one replaces, open or not
 * @returns an id for `removeNotification`
 */
export const notify = (notification: Notification, replaced?: string): string => {
  count += 1
  const id = `notification-${count}`
  if (toasts) toasts.showToast(id, notification, replaced)
  else {
    if (replaced !== undefined) waiting.delete(replaced)
    waiting.set(id, notification)
    void loadToasts()
  }
  return id
}

export const removeNotification = (id: string): void => {
  waiting.delete(id)
  announce()
  toasts?.dismissToast(id)
}

export const clearNotifications = (): void => {
  waiting.clear()
  toasts?.dismissToast()
}
