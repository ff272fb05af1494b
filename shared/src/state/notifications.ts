export type NotificationType = 'success' | 'error' | 'warning' | 'info'

export interface Notification {
  readonly message: string
  readonly type: NotificationType
  /** Milliseconds; 0 or less makes it persist. */
  readonly duration?: number
}

/** Milliseconds that a notification stays when nothing else is said. */
export const DEFAULT_NOTIFICATION_MS = 5000
/** Milliseconds of the fade at the end. */
export const NOTIFICATION_FADE_MS = 300

/** What shows notifications. It is no part of a page's first files: most visits begin without anything to tell. */
export type Toasts = typeof import('./toasts.tsx')

let toasts: Toasts | undefined
let loading: Promise<void> | undefined
let count = 0
/** What was to be shown before there was anything to show it. */
const waiting = new Map<string, Notification>()
const listeners = new Set<() => void>()

/** From now on notifications are shown by this. */
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

/** Fetches what shows notifications, once; after a failure the next call tries again. */
export const loadToasts = (): Promise<void> => {
  loading ??= import(/* webpackChunkName: "later-toasts" */ './toasts.tsx').then(provideToasts, () => {
    loading = undefined
  })
  return loading
}

/** Shows a notification and answers its id. */
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
