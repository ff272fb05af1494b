/** Milliseconds before the redirect after login or registration. */
export const REDIRECT_DELAY_MS = 1000

/** Milliseconds between steps of the password recovery. */
export const RECOVERY_REDIRECT_DELAY_MS = 1500
