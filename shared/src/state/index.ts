export { keepSignedDownload, keptSignedDownload } from './after-signing/signed-download.ts'
export { loadProfile } from './load-profile.ts'
export { logOut } from './log-out.ts'
export type { Notification, NotificationType } from './notification.ts'
export {
  clearNotifications,
  loadToasts,
  notify,
  removeNotification,
} from './notifications.ts'
export { currentSession, displayName, endSession, type Session, sessionAtom, useSession } from './session.ts'
export { startSession } from './start-session.ts'
export { storageKeys } from './storage.ts'
export { store } from './store.ts'
export { storedAccessToken } from './stored-access-token.ts'
export { Toaster } from './Toaster.tsx'
export {
  setTheme,
  startTheme,
  toggleTheme,
  useTheme,
} from './theme.ts'
export { thumbnailCacheName } from './thumbnail-caches.ts'
export { useLatest } from './use-latest.ts'
export { useRequestKey } from './use-request-key.ts'
export { retryOnReturn, useOnline, whenOnline } from './when-online.ts'
