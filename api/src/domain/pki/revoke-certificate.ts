import type { ApiDatabase } from '../../platform/database/open-database.ts'

/** Applicable CRLReasons (RFC 5280, 5.3.1). */
export const revocationReasons = {
  unspecified: 0,
  keyCompromise: 1,
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
} as const

export type RevocationReason = keyof typeof revocationReasons

export const isRevocationReason = (text: string): text is RevocationReason => Object.hasOwn(revocationReasons, text)

/**
 * Revokes for good; repetitions keep the first time and reason.
 * @returns false if it was never issued
 */
export const revokeCertificate = async (
  db: ApiDatabase,
  serialNumber: string,
  { reason, now }: { readonly reason: RevocationReason; readonly now: number },
): Promise<boolean> => {
  const serial = serialNumber.toLowerCase().replaceAll(':', '')
  const known = await db
    .selectFrom('issued_certificates')
    .select('serial_number')
    .where('serial_number', '=', serial)
    .executeTakeFirst()
  if (known === undefined) return false
  await db
    .updateTable('issued_certificates')
    .set({ revoked_at: now, revocation_reason: revocationReasons[reason] })
    .where('serial_number', '=', serial)
    .where('revoked_at', 'is', null)
    .execute()
  return true
}
