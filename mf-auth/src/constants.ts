/** Milliseconds between a successful login or registration and the dashboard. */
export const REDIRECT_DELAY_MS = 1000

/** Milliseconds between a step of the password recovery and the next screen. */
export const RECOVERY_REDIRECT_DELAY_MS = 1500
