import { type Notification, notify } from 'shared/state'

let shown: string | undefined

/** One message at a time: the last result replaces the others. */
export const notifyResult = (notification: Notification): void => {
  shown = notify(notification, shown)
}
