import { buildPdf } from 'pdf/testing/node'
import { getFileCall, type SignatureField } from 'shared/contract'
import { look, pause } from './calls.ts'
import { demand, type House } from './house.ts'
import type { Seeded } from './seeded.ts'
import { comeByLink, deleteField, invite, openInvitation, placeField, setOrder, share, sign, upload } from './steps.ts'
import type { Owner, Told } from './told.ts'

export interface Plot {
  readonly guests: number
  readonly ownerSigns: boolean
  readonly changesMind: boolean
  readonly isOrdered: boolean
  readonly isPublic: boolean
}

export const drawPlot = (random: Seeded): Plot => {
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

export const begin = (number: number, { bearer }: Owner): Told => ({
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

const guestSigns = async (house: House, told: Told, field: SignatureField, key: string | undefined): Promise<void> => {
  const bearer = await openInvitation(house, field.signer_email)
  await sign(house, told, { bearer, fieldId: field.id, key })
}

const visitorSigns = async (house: House, told: Told, key: string | undefined): Promise<void> => {
  await share(house, told)
  const { access_token: bearer, signature_field: field } = await comeByLink(house, told)
  told.asked.add(field.field_id)
  await sign(house, told, { bearer, fieldId: field.id, key })
}

const prepare = async (house: House, told: Told, plot: Plot): Promise<SignatureField[]> => {
  const name = `firma-${told.number}`
  const fields: SignatureField[] = []
  for (let guest = 1; guest <= plot.guests; guest++)
    fields.push(await placeField(house, told, { name: `${name}-${guest}`, kind: 'SECONDARY' }))
  if (plot.ownerSigns) fields.push(await placeField(house, told, { name: `${name}-duena`, kind: 'PRIMARY' }))
  if (plot.changesMind) {
    const extra = await placeField(house, told, { name: `${name}-nadie`, kind: 'SECONDARY' })
    await deleteField(house, told, extra.id)
  }
  return fields
}

const completed = async (house: House, told: Told): Promise<void> => {
  const call = { bearer: told.bearer, params: { id: told.documentId ?? 0 } }
  for (;;) {
    const document = await look(house, getFileCall, call)
    demand(document.status !== 'FAILED', `document ${document.id} failed for good`)
    if (document.status === 'COMPLETED') break
    await pause()
  }
  told.isComplete = true
}

/** Survives any number of crashes. */
export const tell = async (house: House, told: Told, plot: Plot, random: Seeded): Promise<void> => {
  await upload(house, told)
  const fields = await prepare(house, told, plot)
  const guests = fields.filter(({ field_type }) => field_type === 'SECONDARY')
  if (plot.isOrdered)
    await setOrder(
      house,
      told,
      guests.map(({ id }) => id),
    )
  if (plot.isPublic) await visitorSigns(house, told, keyOf(random))
  await Promise.all(guests.map((field) => invite(house, told, { field, repeats: random.chance(0.5) })))
  const acts = fields.map((field) => ({ field, key: keyOf(random) }))
  await Promise.all(
    acts.map(({ field, key }) =>
      field.field_type === 'PRIMARY'
        ? sign(house, told, { bearer: told.bearer, fieldId: field.id, key })
        : guestSigns(house, told, field, key),
    ),
  )
  await completed(house, told)
}
