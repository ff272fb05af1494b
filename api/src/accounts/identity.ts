/** Normalises a username for comparison. */
export const usernameKey = (username: string): string => username.normalize('NFKC').trim().toLowerCase()

/** Normalises an e-mail address for comparison. */
export const emailKey = (email: string): string => email.normalize('NFC').trim().toLowerCase()

/** As printed in mails and certificates. */
export const fullName = (user: { first_name: string; last_name: string }): string =>
  `${user.first_name} ${user.last_name}`.trim()
