import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { CertificateRegister } from './certificate-register.ts'

/** The register of all processes. Rows stay for ever: PDFs that people have keep asking. */
export const createStoredRegister = (db: ApiDatabase): CertificateRegister => ({
  add: async ({ issuer, serialNumber, purpose, validTo, issuedAt }) => {
    await db
      .insertInto('issued_certificates')
      .values({
        issuer,
        serial_number: serialNumber,
        purpose,
        valid_to: validTo.getTime(),
        issued_at: issuedAt.getTime(),
        revoked_at: null,
        revocation_reason: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },
  find: async (issuer, serialNumber) => {
    const found = await db
      .selectFrom('issued_certificates')
      .select(['revoked_at', 'revocation_reason'])
      .where('issuer', '=', issuer)
      .where('serial_number', '=', serialNumber)
      .executeTakeFirst()
    if (found === undefined) return undefined
    const { revoked_at: at, revocation_reason: reason } = found
    return { revoked: at === null ? undefined : { serialNumber, at: new Date(at), reason: reason ?? 0 } }
  },
  revoked: async (issuer) => {
    const rows = await db
      .selectFrom('issued_certificates')
      .select(['serial_number', 'revoked_at', 'revocation_reason'])
      .where('issuer', '=', issuer)
      .where('revoked_at', 'is not', null)
      .orderBy('revoked_at')
      .execute()
    return rows.map(({ serial_number, revoked_at, revocation_reason }) => ({
      serialNumber: serial_number,
      at: new Date(revoked_at ?? 0),
      reason: revocation_reason ?? 0,
    }))
  },
})

/** Only the first authority had its issuer name then. */
export const registerEarlierSignatures = async (db: ApiDatabase, issuer: string, issuerName: string): Promise<void> => {
  await db
    .insertInto('issued_certificates')
    .columns(['issuer', 'serial_number', 'purpose', 'valid_to', 'issued_at'])
    .expression((eb) =>
      eb
        .selectFrom('signatures')
        .select(({ val, ref }) => [
          val(issuer).as('issuer'),
          ref('certificate_serial').as('serial_number'),
          val('signer').as('purpose'),
          ref('certificate_valid_to').as('valid_to'),
          ref('certificate_valid_from').as('issued_at'),
        ])
        .where('certificate_issuer', '=', issuerName)
        .where('agent', '=', 'simulated')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('issued_certificates as known')
                .select('known.serial_number')
                .whereRef('known.serial_number', '=', 'signatures.certificate_serial'),
            ),
          ),
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
