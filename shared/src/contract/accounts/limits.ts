/** Characters. */
export const ACCOUNT_LIMITS = {
  username: 150,
  first_name: 150,
  last_name: 150,
  phone: 40,
  country: 80,
  city: 80,
  company: 120,
} as const

/** With spaces. */
export const CODE_MAX_LENGTH = 40
export const PASSKEY_NAME_MAX_LENGTH = 60
export const PROGRAM_NAME_MAX_LENGTH = 60
export const WEBHOOK_URL_MAX_LENGTH = 2000
