/**
 * Sources of `shared` that stay out of its one chunk: the shell provides them, and a browser fetches them only for a
 * screen that imports them (`provideLater` in the shell; a test compares the two). Below `src`; a folder ends with a
 * slash.
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
  'contract/personal-data.ts',
  'http/accounts.ts',
  'http/archives.ts',
  'http/annotations.ts',
  'http/evidence.ts',
  'state/account.ts',
]
