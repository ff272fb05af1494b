/**
 * Loaded on demand, outside the `shared` chunk. Paths below `src`; a
 * folder ends with a slash. A test compares them with the shell's.
 */
export const DEFERRED_SOURCES: readonly string[] = [
  'contract/accounts/account-security.ts',
  'contract/accounts/accounts.ts',
  'contract/accounts/limits.ts',
  'contract/accounts/passwords.ts',
  'contract/accounts/personal-data.ts',
  'contract/accounts/second-factors.ts',
  'contract/documents/annotations.ts',
  'contract/documents/evidence.ts',
  'contract/documents/sealing.ts',
  'contract/signing/invitation-preview.ts',
  'contract/signing/signing-order.ts',
  'contract/site/added-mounts.ts',
  'controls/',
  'http/accounts.ts',
  'http/annotations.ts',
  'http/archives.ts',
  'http/evidence.ts',
  'state/account.ts',
]
