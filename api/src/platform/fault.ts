/*
 * For tests. `recording` and `recorded-*` are
 * inside the transaction, so a crash rolls back.
 */

/** Signing, sealing, certificate of completion. */
export const signingPoints = [
  'sign:before-prepared',
  'sign:after-prepared',
  'sign:before-signed',
  'sign:after-signed',
  'sign:recording',
  'sign:recorded-revisions',
  'sign:recorded-links',
  'sign:recorded-fields',
  'sign:recorded-document',
  'sign:recorded-signature',
  'sign:recorded-log',
  'sign:recorded-seal-job',
  'sign:recorded-turns',
  'sign:recorded-mails',
  'sign:committed',
  'seal:before-claim',
  'seal:after-claim',
  'seal:before-write',
  'seal:after-write',
  'seal:recording',
  'seal:recorded-revision',
  'seal:recorded-document',
  'seal:recorded-job',
  'seal:recorded-log',
  'seal:recorded-mails',
  'seal:committed',
  'certificate:before-write',
  'certificate:after-write',
  'certificate:recorded-job',
  'certificate:committed',
] as const

const otherPoints = [
  'register:recording',
  'register:recorded-user',
  'register:recorded-session',
  'register:committed',
  'upload:before-kept',
  'upload:after-kept',
  'upload:recording',
  'upload:recorded-document',
  'upload:recorded-revisions',
  'upload:recorded-log',
  'upload:committed',
  'create-field:recording',
  'create-field:recorded-field',
  'create-field:recorded-log',
  'create-field:committed',
  'delete-field:recording',
  'delete-field:recorded-field',
  'delete-field:recorded-invitations',
  'delete-field:recorded-log',
  'delete-field:recorded-turns',
  'delete-field:committed',
  'order:recording',
  'order:recorded-fields',
  'order:recorded-document',
  'order:recorded-log',
  'order:recorded-turns',
  'order:committed',
  'invite:recording',
  'invite:recorded-document',
  'invite:recorded-invitation',
  'invite:recorded-log',
  'invite:committed',
  'share:recording',
  'share:recorded-document',
  'share:recorded-log',
  'share:committed',
  'come-by-link:recording',
  'come-by-link:recorded-session',
  'come-by-link:recorded-log',
  'come-by-link:committed',
  'mail:before-claim',
  'mail:after-claim',
  'mail:before-handover',
  'mail:after-handover',
  'mail:recording',
  'mail:recorded-mail',
  'mail:recorded-log',
  'mail:committed',
] as const

/** Of erasing what was deleted. */
const retentionPoints = ['erase:recorded-skeleton', 'erase:deleted-rows', 'erase:committed'] as const

export const faultPoints = [...signingPoints, ...otherPoints] as const
export type FaultPoint = (typeof faultPoints)[number] | (typeof retentionPoints)[number]

/** Tests throw or exit here. */
export type Fault = (point: FaultPoint) => void

export const noFault: Fault = () => undefined
