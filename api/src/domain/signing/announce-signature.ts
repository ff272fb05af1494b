import { href } from 'shared/contract'
import type { Db } from '../../platform/database/open-database.ts'
import { fullName } from '../../platform/names/name-keys.ts'
import type { Field } from '../access/view-field.ts'
import { actorName } from '../audit/actor-name.ts'
import { programOf, wayOfActor } from '../audit/ways.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { fieldSignedMessage } from '../mail/templates/field-signed.ts'
import type { Passed } from '../signing-order/pass-turns.ts'
import type { SignatureRecord } from './signature-record.ts'

export const announceSignature = async (
  transaction: Db,
  publicUrl: string,
  { actor, documentId, signedAt, written, agent }: SignatureRecord,
  { fields, passed }: { readonly fields: readonly Field[]; readonly passed: Passed },
): Promise<void> => {
  if (actor.kind === 'session') return
  const row = await transaction
    .selectFrom('documents')
    .innerJoin('users', 'users.id', 'documents.owner_id')
    .select(['documents.original_filename', 'users.first_name', 'users.last_name', 'users.email'])
    .where('documents.id', '=', documentId)
    .executeTakeFirstOrThrow()
  const message = fieldSignedMessage({
    signerName: written.signed[0]?.signer.name ?? '',
    way: wayOfActor(actorName(actor)),
    program: programOf(agent),
    filename: row.original_filename,
    signedAt,
    signed: fields.filter((field) => field.signed_at !== null).length,
    total: fields.length,
    url: `${publicUrl}${href.dashboard()}`,
    ...passed,
  })
  const to = { name: fullName(row), address: row.email }
  await enqueueMail(transaction, { kind: 'field-signed', documentId, to, message }, signedAt)
}
