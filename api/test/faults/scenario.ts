import { buildPdf } from 'pdf/testing/node'
import { getFileCall, type SignatureField } from 'shared/contract'
import type { Acknowledged, Owner } from './acknowledged.ts'
import { look, pause } from './calls.ts'
import type { Seeded } from './seeded.ts'
import type { ServerUnderTest } from './server-under-test.ts'
import {
  deleteField,
  invite,
  openInvitation,
  openPublicLink,
  placeField,
  setOrder,
  share,
  sign,
  upload,
} from './steps.ts'
import { demand } from './violation.ts'

export interface Scenario {
  readonly guests: number
  readonly ownerSigns: boolean
  readonly changesMind: boolean
  readonly isOrdered: boolean
  readonly isPublic: boolean
}

export const drawScenario = (random: Seeded): Scenario => {
  const isOrdered = random.chance(0.35)
  return {
    guests: 1 + random.below(3),
    ownerSigns: !isOrdered && random.chance(0.4),
    changesMind: random.chance(0.4),
    isOrdered,
    isPublic: !isOrdered && random.chance(0.4),
  }
}

const pdfOf = (number: number): Uint8Array =>
  buildPdf({ xref: 'table', pages: [{}, {}, { mediaBox: [0, 0, 595, 600 + number / 100] }] })

export const nothingAcknowledged = (number: number, { bearer }: Owner): Acknowledged => ({
  number,
  bearer,
  filename: `Contrato ${number}.pdf`,
  bytes: pdfOf(number),
  documentId: undefined,
  asked: new Set(),
  fields: new Map(),
  invited: new Set(),
  isOrdered: false,
  isShared: false,
  isComplete: false,
})

const keyOf = (random: Seeded): string | undefined => (random.chance(0.5) ? crypto.randomUUID() : undefined)

const guestSigns = async (
  target: ServerUnderTest,
  acknowledged: Acknowledged,
  field: SignatureField,
  key: string | undefined,
): Promise<void> => {
  const bearer = await openInvitation(target, field.signer_email)
  await sign(target, acknowledged, { bearer, fieldId: field.id, key })
}

const publicLinkGuestSigns = async (
  target: ServerUnderTest,
  acknowledged: Acknowledged,
  key: string | undefined,
): Promise<void> => {
  await share(target, acknowledged)
  const { access_token: bearer, signature_field: field } = await openPublicLink(target, acknowledged)
  acknowledged.asked.add(field.field_id)
  await sign(target, acknowledged, { bearer, fieldId: field.id, key })
}

const prepare = async (
  target: ServerUnderTest,
  acknowledged: Acknowledged,
  scenario: Scenario,
): Promise<SignatureField[]> => {
  const name = `firma-${acknowledged.number}`
  const fields: SignatureField[] = []
  for (let guest = 1; guest <= scenario.guests; guest++)
    fields.push(await placeField(target, acknowledged, { name: `${name}-${guest}`, kind: 'SECONDARY' }))
  if (scenario.ownerSigns)
    fields.push(await placeField(target, acknowledged, { name: `${name}-duena`, kind: 'PRIMARY' }))
  if (scenario.changesMind) {
    const extra = await placeField(target, acknowledged, { name: `${name}-nadie`, kind: 'SECONDARY' })
    await deleteField(target, acknowledged, extra.id)
  }
  return fields
}

const completed = async (target: ServerUnderTest, acknowledged: Acknowledged): Promise<void> => {
  const call = { bearer: acknowledged.bearer, params: { id: acknowledged.documentId ?? 0 } }
  for (;;) {
    const document = await look(target, getFileCall, call)
    demand(document.status !== 'FAILED', `document ${document.id} failed for good`)
    if (document.status === 'COMPLETED') break
    await pause()
  }
  acknowledged.isComplete = true
}

/** Survives any number of crashes. */
export const runScenario = async (
  target: ServerUnderTest,
  acknowledged: Acknowledged,
  scenario: Scenario,
  random: Seeded,
): Promise<void> => {
  await upload(target, acknowledged)
  const fields = await prepare(target, acknowledged, scenario)
  const guests = fields.filter(({ field_type }) => field_type === 'SECONDARY')
  if (scenario.isOrdered)
    await setOrder(
      target,
      acknowledged,
      guests.map(({ id }) => id),
    )
  if (scenario.isPublic) await publicLinkGuestSigns(target, acknowledged, keyOf(random))
  await Promise.all(guests.map((field) => invite(target, acknowledged, { field, repeats: random.chance(0.5) })))
  const acts = fields.map((field) => ({ field, key: keyOf(random) }))
  await Promise.all(
    acts.map(({ field, key }) =>
      field.field_type === 'PRIMARY'
        ? sign(target, acknowledged, { bearer: acknowledged.bearer, fieldId: field.id, key })
        : guestSigns(target, acknowledged, field, key),
    ),
  )
  await completed(target, acknowledged)
}
