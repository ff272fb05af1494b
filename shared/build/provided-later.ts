/**
 * Sources outside the `shared` chunk. The browser loads them
 * on demand; a test compares the list with `provideLater` in
 * the shell. Paths below `src`; a folder ends with a slash.
 */
export const PROVIDED_LATER: readonly string[] = [
  'controls/',
  'contract/account-security.ts',
  'contract/accounts.ts',
  'contract/annotations.ts',
  'contract/evidence.ts',
  'contract/passwords.ts',
  'contract/sealing.ts',
  'contract/second-factors.ts',
  'contract/signing-order.ts',
  'http/accounts.ts',
  'http/annotations.ts',
  'http/evidence.ts',
  'state/account.ts',
]
