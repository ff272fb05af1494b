/**
 * Sources that load on demand, outside the `shared` chunk.
 * Paths below `src`; a folder ends with a slash. A test
 * compares them with `provideLater` in the shell.
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
