export type NotificationType = 'success' | 'error' | 'warning' | 'info'

export interface Notification {
  readonly message: string
  readonly type: NotificationType
  /** Milliseconds; 0 or less: stays open. */
  readonly duration?: number
  /** False: the page says the same in a live region. */
  readonly announced?: boolean
}
