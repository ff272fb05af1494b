import { runOn, testWith } from 'pdf/testing/node'
import { revokeInvitationCall } from 'shared/contract'
import {
  createFormFieldCall,
  deleteFormFieldCall,
  type FormField,
  readFormCall,
  saveFormDraftCall,
} from 'shared/contract/form-fields'
import { startFvaSignatureCall } from 'shared/contract/fva'
import { newFormField } from '../../../test/support/form-fields.ts'
import {
  ana,
  calmSimulator,
  cancelFva,
  closeFvaSite,
  endedFva,
  type FvaGuest,
  type FvaSite,
  KEY,
  newGuest,
  openFvaSite,
  readFva,
  signaturesOf,
  waitForCode,
} from '../../../test/support/fva-office.ts'
import { downloadBytes } from '../../../test/support/people.ts'
import { refuse, succeed } from '../../../test/support/test-server.ts'

let site: FvaSite
beforeAll(async () => {
  site = await openFvaSite()
})
afterAll(() => closeFvaSite(site))
beforeEach(() => calmSimulator(site))

interface FormGuest extends FvaGuest {
  readonly text: FormField
}

const newFormGuest = async (): Promise<FormGuest> => {
  const guest = await newGuest(site)
  const body = { ...newFormField(guest.field, { required: true }), client_id: 'domicilio' }
  return { ...guest, text: await succeed(site.server, createFormFieldCall, { bearer: site.owner, body }) }
}

const given = ({ text }: FormGuest, value: string) => [{ form_field_id: text.id, value }]

const saveDraft = (guest: FormGuest, value: string) =>
  succeed(site.server, saveFormDraftCall, {
    bearer: guest.bearer,
    params: { fieldId: guest.field.id },
    body: { values: given(guest, value) },
  })

const requestsOf = ({ field }: FvaGuest) =>
  site.server.services.db
    .selectFrom('fva_requests')
    .select(['state', 'problem', 'form_values'])
    .where('field_id', '=', field.id)
    .execute()

testWith(['pdftotext'], 'the FVA signs the values of the request, even when the draft changes afterwards', async () => {
  await site.simulator.order({ notify: 'held' })
  const guest = await newFormGuest()
  const { request_id } = await waitForCode(site, guest, { form_values: given(guest, 'San José') })
  await saveDraft(guest, 'Cartago')
  await site.simulator.order({ release: true })
  expect(await endedFva(site, guest, request_id)).toMatchObject({ state: 'signed' })
  const bytes = await downloadBytes(site.server, site.owner, guest.documentId)
  const shown = runOn(bytes, 'pdftotext', [], ['-']).output
  expect(shown).toContain('San José')
  expect(shown).not.toContain('Cartago')
  const params = { fieldId: guest.field.id }
  const { values } = await succeed(site.server, readFormCall, { bearer: guest.bearer, params })
  expect(values).toEqual(given(guest, 'San José'))
  const drafts = site.server.services.db.selectFrom('form_drafts').selectAll()
  expect(await drafts.where('field_id', '=', guest.field.id).execute()).toEqual([])
  expect(await requestsOf(guest)).toEqual([{ state: 'signed', problem: null, form_values: null }])
})

test('a request with other values replaces the first request, whose answer is dropped', async () => {
  await site.simulator.order({ notify: 'held' })
  const guest = await newFormGuest()
  const first = await waitForCode(site, guest, { form_values: given(guest, 'San José') })
  const second = await waitForCode(site, guest, { form_values: given(guest, 'Cartago') })
  await site.simulator.order({ release: true })
  expect(await endedFva(site, guest, first.request_id)).toEqual({ state: 'failed', problem: 'replaced' })
  expect(await endedFva(site, guest, second.request_id)).toMatchObject({ state: 'signed' })
  const { values } = await succeed(site.server, readFormCall, {
    bearer: guest.bearer,
    params: { fieldId: guest.field.id },
  })
  expect(values).toEqual(given(guest, 'Cartago'))
  expect(await signaturesOf(site, guest)).toHaveLength(1)
})

test('the API refuses missing, oversized or other signers’ values before it sends a request to the FVA', async () => {
  const guest = await newFormGuest()
  const other = await newFormGuest()
  const start = (form_values: unknown) =>
    refuse(site.server, startFvaSignatureCall, {
      bearer: guest.bearer,
      params: { fieldId: guest.field.id },
      body: { idempotency_key: KEY, identification: ana, form_values },
    })
  await saveDraft(guest, 'San José')
  expect(await start(undefined)).toMatchObject({ code: 'FORM_VALUES_INVALID' })
  expect(await start(given(guest, 'm'.repeat(150)))).toMatchObject({ code: 'FORM_VALUES_INVALID' })
  expect(await start([...given(guest, 'San José'), ...given(other, 'x')])).toMatchObject({
    code: 'FORM_FIELD_OF_OTHER',
  })
  expect(await requestsOf(guest)).toEqual([])
})

test('the API refuses a signature outside the field, because it would not lock the values', async () => {
  await site.simulator.order({ field: 'own' })
  const guest = await newFormGuest()
  const { request_id } = await waitForCode(site, guest, { form_values: given(guest, 'San José') })
  expect(await endedFva(site, guest, request_id)).toEqual({ state: 'failed', problem: 'copy-outside-field' })
  expect(await signaturesOf(site, guest)).toEqual([])
  expect(await requestsOf(guest)).toMatchObject([{ form_values: null }])
})

test('a request fails when the owner deletes a form field', async () => {
  await site.simulator.order({ notify: 'held' })
  const guest = await newFormGuest()
  const { request_id } = await waitForCode(site, guest, { form_values: given(guest, 'San José') })
  await succeed(site.server, deleteFormFieldCall, { bearer: site.owner, params: { id: guest.text.id } })
  await site.simulator.order({ release: true })
  expect(await endedFva(site, guest, request_id)).toEqual({ state: 'failed', problem: 'form-changed' })
  expect(await signaturesOf(site, guest)).toEqual([])
})

test('a cancelled request and a revoked invitation leave neither signature nor values', async () => {
  await site.simulator.order({ notify: 'held' })
  const [cancelled, revoked] = [await newFormGuest(), await newFormGuest()]
  const first = await waitForCode(site, cancelled, { form_values: given(cancelled, 'San José') })
  await waitForCode(site, revoked, { form_values: given(revoked, 'San José') })
  expect(await cancelFva(site, cancelled, first.request_id)).toEqual({ cancelled: true })
  const { db } = site.server.services
  const invitation = db.selectFrom('invitations').select('id').where('field_id', '=', revoked.field.id)
  const { id: invitationId } = await invitation.executeTakeFirstOrThrow()
  const params = { id: revoked.documentId, invitationId }
  await succeed(site.server, revokeInvitationCall, { bearer: site.owner, params })
  await site.simulator.order({ release: true })
  expect(await readFva(site, cancelled, first.request_id)).toEqual({ state: 'failed', problem: 'cancelled' })
  for (const guest of [cancelled, revoked]) {
    expect(await settledRequest(guest)).toMatchObject({ state: 'failed', form_values: null })
    expect(await signaturesOf(site, guest)).toEqual([])
  }
})

const settledRequest = async (guest: FvaGuest) => {
  for (let looks = 0; looks < 200; looks += 1) {
    const [row] = await requestsOf(guest)
    if (row?.state === 'failed') return row
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the request does not end')
}
