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
  'contract/accounts/programs.ts',
  'contract/accounts/second-factors.ts',
  'contract/documents/annotations.ts',
  'contract/signing/contacts.ts',
  'contract/signing/deadline.ts',
  'contract/signing/own-program.ts',
  'contract/documents/evidence.ts',
  'contract/documents/sealing.ts',
  'contract/signing/fva.ts',
  'contract/signing/invitation-preview.ts',
  'contract/signing/signing-order.ts',
  'contract/signing/signing-mode.ts',
  'contract/site/added-mounts.ts',
  'controls/',
  'http/accounts.ts',
  'http/annotations.ts',
  'http/own-program.ts',
  'http/archives.ts',
  'http/evidence.ts',
  'http/fva.ts',
  'state/account.ts',
]
