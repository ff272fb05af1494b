export const usernameKey = (username: string): string => username.normalize('NFKC').trim().toLowerCase()

export { emailKey } from 'shared/contract/signing-order'

/** For mails and certificates. */
export const fullName = (user: { first_name: string; last_name: string }): string =>
  `${user.first_name} ${user.last_name}`.trim()
