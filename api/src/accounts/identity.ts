/** What two usernames are compared by: the same letters in whatever case or composition are the same name. */
export const usernameKey = (username: string): string => username.normalize('NFKC').trim().toLowerCase()

/** What two e-mail addresses are compared by. */
export const emailKey = (email: string): string => email.normalize('NFC').trim().toLowerCase()

/** A person's name as it stands in mails and certificates. */
export const fullName = (user: { first_name: string; last_name: string }): string =>
  `${user.first_name} ${user.last_name}`.trim()
