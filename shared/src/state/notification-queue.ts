import type { Notification } from './notification.ts'

export interface QueuedNotification {
  readonly id: string
  readonly notification: Notification
}

export interface NotificationQueue {
  readonly shown: readonly string[]
  readonly waiting: readonly QueuedNotification[]
}

export const emptyQueue: NotificationQueue = { shown: [], waiting: [] }

/** A replaced one gives its place to the added one. */
export const enqueueNotification = (
  { shown, waiting }: NotificationQueue,
  added: QueuedNotification,
  replaced?: string,
): NotificationQueue => {
  if (replaced !== undefined && shown.includes(replaced))
    return { shown: shown.map((id) => (id === replaced ? added.id : id)), waiting }
  if (!waiting.some(({ id }) => id === replaced)) return { shown, waiting: [...waiting, added] }
  return { shown, waiting: waiting.map((other) => (other.id === replaced ? added : other)) }
}

export const removeFromQueue = ({ shown, waiting }: NotificationQueue, removed: string): NotificationQueue => ({
  shown: shown.filter((id) => id !== removed),
  waiting: waiting.filter(({ id }) => id !== removed),
})

export const openWaiting = (
  { shown, waiting }: NotificationQueue,
  limit: number,
): readonly [NotificationQueue, readonly QueuedNotification[]] => {
  const opened = waiting.slice(0, Math.max(0, limit - shown.length))
  return [{ shown: [...shown, ...opened.map(({ id }) => id)], waiting: waiting.slice(opened.length) }, opened]
}
