export {
  clearNotifications,
  DEFAULT_NOTIFICATION_MS,
  type Notification,
  type NotificationType,
  notify,
  removeNotification,
} from './notifications.ts'
export {
  currentSession,
  displayName,
  endSession,
  isExpired,
  loadProfile,
  logIn,
  logOut,
  type Session,
  sessionAtom,
  signUp,
  startSession,
  useSession,
} from './session.ts'
export { type StoredTokens, storageKeys } from './storage.ts'
export { store } from './store.ts'
export { Toaster } from './Toaster.tsx'
export {
  DEFAULT_THEME,
  setTheme,
  startTheme,
  type Theme,
  themeAtom,
  toggleTheme,
  useTheme,
} from './theme.ts'
