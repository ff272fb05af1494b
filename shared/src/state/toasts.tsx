import { useEffect, useRef, useSyncExternalStore } from 'react'
import { cssTransition, ToastContainer, type ToastOptions, toast } from 'react-toastify/unstyled'
import { CloseNotification, withTimer } from './NotificationContent.tsx'
import type { Notification } from './notification.ts'
import {
  emptyQueue,
  enqueueNotification,
  type NotificationQueue,
  openWaiting,
  type QueuedNotification,
  removeFromQueue,
} from './notification-queue.ts'
import { useTheme } from './theme.ts'
import { raiseAboveModals } from './toast-place/raise-above-modals.ts'
import { useFreePlace } from './toast-place/use-free-place.ts'
import './toaster.css'

const DEFAULT_NOTIFICATION_MS = 5000
const FADE_MS = 300
const SHOWN_MAX = 4
/** Phones have less free room. */
const SHOWN_MAX_ON_PHONES = 2
const PHONES = '(width < 640px)'

const Fade = cssTransition({
  enter: 'toast-enter',
  exit: 'toast-exit',
  collapse: true,
  collapseDuration: FADE_MS,
})

/** The library's own queue can be neither removed from nor read. */
let queue: NotificationQueue = emptyQueue
const listeners = new Set<() => void>()

const setQueue = (next: NotificationQueue): void => {
  queue = next
  for (const listener of listeners) listener()
}

const onQueue = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const currentCount = (): number => queue.shown.length + queue.waiting.length

function CloseAll() {
  const count = useSyncExternalStore(onQueue, currentCount)
  if (count < 2) return null
  return (
    <button type="button" className="toast-close-all" onClick={() => dismissToast()}>
      Cerrar las {count} notificaciones
    </button>
  )
}

export function ToastList() {
  const theme = useTheme()
  const toaster = useRef<HTMLDivElement>(null)
  useFreePlace(toaster)
  useEffect(() => onQueue(() => toaster.current && raiseAboveModals(toaster.current)), [])
  // The library forgets them when it unmounts.
  useEffect(() => () => setQueue(emptyQueue), [])
  return (
    <div ref={toaster} className="toaster">
      <CloseAll />
      <ToastContainer
        aria-label="Notificaciones"
        position="bottom-left"
        theme={theme}
        transition={Fade}
        closeButton={CloseNotification}
        newestOnTop
        closeOnClick={false}
        pauseOnFocusLoss
        pauseOnHover
      />
    </div>
  )
}

/**
 * Errors and warnings interrupt a screen reader. The container is a polite
 * live region.
 */
const toastRole = ({ type, announced = true }: Notification) =>
  announced && (type === 'error' || type === 'warning') ? 'alert' : 'group'

// The library's progress bar has an English label.
const toastOptions = (
  id: string,
  { duration = DEFAULT_NOTIFICATION_MS, ...notification }: Notification,
): ToastOptions => ({
  type: notification.type,
  role: toastRole(notification),
  autoClose: duration > 0 ? duration : false,
  customProgressBar: true,
  onClose: () => closeToast(id),
})

/** Leaves the queue first: the library cannot update a notification that fades out. */
const toastContent = ({ id, notification }: QueuedNotification) => {
  const { message, duration: durationMs = DEFAULT_NOTIFICATION_MS, announced } = notification
  return withTimer({ id, message, durationMs, announced, onEnd: () => dismissToast(id) })
}

const openToast = ({ id, notification }: QueuedNotification): void => {
  toast(toastContent({ id, notification }), { ...toastOptions(id, notification), toastId: id })
}

const openNext = (): void => {
  const isPhone = typeof window.matchMedia === 'function' && window.matchMedia(PHONES).matches
  const [next, opened] = openWaiting(queue, isPhone ? SHOWN_MAX_ON_PHONES : SHOWN_MAX)
  setQueue(next)
  for (const entry of opened) openToast(entry)
}

const closeToast = (id: string): void => {
  setQueue(removeFromQueue(queue, id))
  openNext()
}

const replaceOpen = (replaced: string, { id, notification }: QueuedNotification): void => {
  if (toast.isActive(replaced)) {
    const render = toastContent({ id, notification })
    // The library would wait 100 ms.
    toast.update(replaced, { ...toastOptions(id, notification), toastId: id, render, delay: undefined })
    return
  }
  toast.dismiss(replaced)
  openToast({ id, notification })
}

/** @param replaced its place goes to this one */
export const showToast = (id: string, notification: Notification, replaced?: string): void => {
  const isOpen = replaced !== undefined && queue.shown.includes(replaced)
  setQueue(enqueueNotification(queue, { id, notification }, replaced))
  if (isOpen) replaceOpen(replaced, { id, notification })
  else openNext()
}

export const dismissToast = (id?: string): void => {
  setQueue(id === undefined ? emptyQueue : removeFromQueue(queue, id))
  toast.dismiss(id)
  openNext()
}
