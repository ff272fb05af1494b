import type { Notification } from './notification.ts'

/** Most visits begin without notifications. */
export type Toasts = typeof import('./toasts.tsx')

let toasts: Toasts | undefined
let loading: Promise<void> | undefined
let count = 0
const waiting = new Map<string, Notification>()
const listeners = new Set<() => void>()

export const provideToasts = (provided: Toasts): void => {
  toasts = provided
  for (const [id, notification] of waiting) provided.showToast(id, notification)
  waiting.clear()
  for (const listener of listeners) listener()
}

export const currentToasts = (): Toasts | undefined => toasts

export const onToasts = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The next call retries a failed load. */
export const loadToasts = (): Promise<void> => {
  loading ??= import(/* webpackChunkName: "deferred-toasts" */ './toasts.tsx').then(provideToasts, () => {
    loading = undefined
  })
  return loading
}

export const notify = (notification: Notification): string => {
  count += 1
  const id = `notification-${count}`
  if (toasts) toasts.showToast(id, notification)
  else {
    waiting.set(id, notification)
    void loadToasts()
  }
  return id
}

export const removeNotification = (id: string): void => {
  waiting.delete(id)
  toasts?.dismissToast(id)
}

export const clearNotifications = (): void => {
  waiting.clear()
  toasts?.dismissToast()
}
