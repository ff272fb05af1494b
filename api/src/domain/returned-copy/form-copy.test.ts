import { asciiBytes, isDict, isString, type PdfObject, pdfRef, pdfString, withEntries } from 'pdf'
import { inflateWithNode } from 'pdf/node'
import {
  mutoolValid,
  pdfsigPeople,
  qpdfStatus,
  runOn,
  signWithMutool,
  signWithPdfsig,
  tamper,
  testWith,
} from 'pdf/testing/node'
import { verifyPdf } from 'pdf/verify'
import { digitalSignCall, revokeInvitationCall, type SignatureField } from 'shared/contract'
import {
  createFormFieldCall,
  type FormField,
  type FormValue,
  readFormCall,
  saveFormDraftCall,
} from 'shared/contract/form-fields'
import { copyStateCall, copyToSignCall } from 'shared/contract/own-program'
import { newHierarchy } from '../../../test/support/card-signing.ts'
import { downloadCopy, returnCopy, sendCopy } from '../../../test/support/external-signer.ts'
import { newFormField } from '../../../test/support/form-fields.ts'
import { eventsOf, type Invited, startInvited } from '../../../test/support/invited.ts'
import { downloadBytes, drawing, placeField, stated } from '../../../test/support/people.ts'
import { ana as anaCard } from '../../../test/support/stand-in-firmador/card.ts'
import { closeTestServers, refuse, succeed } from '../../../test/support/test-server.ts'
import { pdfFormName } from '../form-fields/check-values.ts'
import { pdfFieldName } from '../signing/write-signature.ts'
import { type Identity, issueIdentity, signCopy } from './test-support/sign-copy.ts'

afterEach(closeTestServers)

let identity: Identity
beforeAll(async () => {
  identity = await issueIdentity(await newHierarchy(), anaCard)
})

const start = async () => {
  const invited = await startInvited()
  const { server, document, ana, luis } = invited
  const bearer = await invited.owner()
  const own = await placeField(server, bearer, document.id, { field_type: 'PRIMARY', signer_email: '' })
  const add = (field: SignatureField, label: string, row: number): Promise<FormField> => {
    const made = newFormField(field, { label, required: true, y_relative: 0.05 + row * 0.07 })
    return succeed(server, createFormFieldCall, { bearer, body: { ...made, client_id: `campo_${row}` } })
  }
  const [text, amount, city] = [await add(ana, 'Domicilio', 0), await add(luis, 'Monto', 1), await add(own, 'Sede', 2)]
  const [anas, luiss] = [await invited.open('ana@example.com'), await invited.open('luis@example.com')]
  const save = (bearerOf: string, field: SignatureField, form: FormField, value: string) =>
    succeed(server, saveFormDraftCall, {
      bearer: bearerOf,
      params: { fieldId: field.id },
      body: { values: [{ form_field_id: form.id, value }] },
    })
  const signHere = (bearerOf: string, field: SignatureField, form_values: readonly FormValue[], over: object = {}) =>
    succeed(server, digitalSignCall, {
      bearer: bearerOf,
      params: { fieldId: field.id },
      body: { field_id: field.id, signature_data: drawing(), form_values, ...over },
    })
  return { invited, own, text, amount, city, anas, luiss, save, signHere, bearer }
}

const given = ({ id }: FormField, value: string): FormValue => ({ form_field_id: id, value })

const revisionsOf = ({ server }: Invited) =>
  server.services.db.selectFrom('revisions').select(['number', 'kind', 'sha256']).orderBy('number').execute()

const verify = async ({ server }: Invited, bytes: Uint8Array) => {
  const { authorities } = server.services.verification
  const report = await verifyPdf(bytes, {
    ...authorities,
    now: new Date(server.clock.now()),
    inflate: inflateWithNode,
  })
  if (report.kind !== 'signed') throw new Error(report.kind)
  return report.signatures.map(({ field, verdict, changes }) => ({
    field,
    verdict,
    changes: changes.map(({ kind }) => kind),
  }))
}

const change = (bytes: Uint8Array, form: FormField, entries: Record<string, PdfObject>): Uint8Array =>
  tamper.update(bytes, ({ objects, nextObjectNumber }, revision) => {
    const named = Buffer.from(pdfFormName(form))
    for (let num = 1; num < nextObjectNumber; num++) {
      const found = objects.resolve(pdfRef(num))
      const partial = isDict(found) ? objects.get(found, 'T') : null
      if (isDict(found) && isString(partial) && named.equals(partial.bytes))
        revision.put(pdfRef(num), withEntries(found, entries))
    }
  })

const text = (value: string) => pdfString(asciiBytes(value))

describe('a signer fills in the form and signs with their own program', () => {
  testWith(
    ['pdfsig', 'mutool', 'pdftotext', 'qpdf'],
    'the signer signs between two others: no signature becomes suspicious, and all values are recorded',
    async () => {
      const { invited, own, text: address, amount, city, anas, luiss, save, signHere, bearer } = await start()
      const { server, ana, luis, document } = invited
      await signHere(anas, ana, [given(address, 'San José, 佐藤')])
      await save(luiss, luis, amount, '₡ 1250 al mes')
      const signed = await returnCopy(server, luiss, luis, (copy) => {
        expect(runOn(copy, 'pdftotext', ['-layout'], ['-']).output).toContain('1250 al mes')
        return signWithMutool(copy, pdfFieldName(luis))
      })
      expect(signed).toMatchObject({ status: 200, body: { agent: 'own-program' } })
      await signHere(bearer, own, [given(city, 'Heredia')], stated(document))

      const bytes = new Uint8Array(await downloadBytes(server, bearer, document.id))
      expect(qpdfStatus(bytes)).toBe(0)
      expect(pdfsigPeople(bytes).map(({ valid }) => valid)).toEqual([true, true, true])
      expect(mutoolValid(bytes)).toBe(3)
      const shown = runOn(bytes, 'pdftotext', ['-layout', '-l', '1'], ['-']).output
      for (const each of ['San José, 佐藤', '1250 al mes', 'Heredia']) expect(shown).toContain(each)
      expect((await verify(invited, bytes)).map(({ verdict }) => verdict)).toEqual([
        // The report has the values of a signer without a known authority.
        'changed',
        'unknown',
        'valid',
        'valid',
      ])
      expect((await eventsOf(invited, 'form-filled')).map(({ data }) => data)).toMatchObject([
        { values: 'Domicilio: San José, 佐藤' },
        { values: 'Monto: ₡ 1250 al mes' },
        { values: 'Sede: Heredia' },
      ])
      const { db } = server.services
      expect(await db.selectFrom('form_drafts').selectAll().execute()).toEqual([])
      const read = await succeed(server, readFormCall, { bearer: luiss, params: { fieldId: luis.id } })
      expect(read.values).toEqual([given(amount, '₡ 1250 al mes')])
    },
  )
})

const withoutLast = (bytes: Uint8Array): Uint8Array => {
  const copy = Buffer.from(bytes)
  const end = copy.lastIndexOf('%%EOF', copy.lastIndexOf('%%EOF') - 1)
  return bytes.slice(0, end + '%%EOF\n'.length)
}

describe('abandoned, outdated and changed copies', () => {
  test('a downloaded copy that is not returned changes nothing in the document', async () => {
    const { invited, text: address, amount, anas, luiss, save, signHere, bearer } = await start()
    const { server, ana, luis, document } = invited
    // Digits alone could stand in a signature by chance.
    await save(luiss, luis, amount, 'Doce mil colones')
    await downloadCopy(server, luiss, luis)
    expect((await revisionsOf(invited)).map(({ kind }) => kind)).toEqual(['uploaded'])
    await signHere(anas, ana, [given(address, 'San José')])
    const bytes = await downloadBytes(server, bearer, document.id)
    expect(bytes.includes('colones')).toBe(false)
    expect(await verify(invited, new Uint8Array(bytes))).toMatchObject([{ verdict: 'valid', changes: [] }])
  })

  test('the API refuses a copy from before another signature, and keeps the form draft', async () => {
    const { invited, text: address, amount, anas, luiss, save, signHere } = await start()
    const { server, ana, luis } = invited
    const params = { fieldId: luis.id }
    await save(luiss, luis, amount, '1250')
    const copy = await downloadCopy(server, luiss, luis)
    const bytes = signCopy(copy.bytes, pdfFieldName(luis), identity)
    await signHere(anas, ana, [given(address, 'San José')])
    const { sha256 } = await succeed(server, copyStateCall, { bearer: luiss, params })
    for (const base of [copy.sha256, sha256])
      expect(await sendCopy(server, luiss, luis, { bytes, sha256: base })).toMatchObject({
        status: 409,
        body: { code: 'COPY_OUTDATED' },
      })
    const { values } = await succeed(server, readFormCall, { bearer: luiss, params })
    expect(values).toEqual([given(amount, '1250')])
    const again = await returnCopy(server, luiss, luis, (newest) => signCopy(newest, pdfFieldName(luis), identity))
    expect(again.status).toBe(200)
  })

  test('the API refuses a copy when the form values changed after the download', async () => {
    const { invited, amount, luiss, save } = await start()
    const { server, luis } = invited
    await save(luiss, luis, amount, '1250')
    const copy = await downloadCopy(server, luiss, luis)
    const bytes = signCopy(copy.bytes, pdfFieldName(luis), identity)
    await save(luiss, luis, amount, '9000')
    expect(await sendCopy(server, luiss, luis, { bytes, sha256: copy.sha256 })).toMatchObject({
      body: { code: 'COPY_OUTDATED' },
    })
    const newest = await downloadCopy(server, luiss, luis)
    expect(await sendCopy(server, luiss, luis, { bytes, sha256: newest.sha256 })).toMatchObject({
      status: 409,
      body: { code: 'COPY_FORM_CHANGED' },
    })
    expect((await revisionsOf(invited)).map(({ kind }) => kind)).toEqual(['uploaded'])
    await save(luiss, luis, amount, '1250')
    expect(await sendCopy(server, luiss, luis, { bytes, sha256: copy.sha256 })).toMatchObject({ status: 200 })
  })

  test('the API refuses a copy when the form values change during the check', async () => {
    const { invited, amount, luiss, save } = await start()
    const { server, luis } = invited
    await save(luiss, luis, amount, '1250')
    const copy = await downloadCopy(server, luiss, luis)
    const bytes = signCopy(copy.bytes, pdfFieldName(luis), identity)
    const { judgeCopyFile } = server.services
    Object.assign(server.services, {
      judgeCopyFile: async (...asked: Parameters<typeof judgeCopyFile>) => {
        const judged = await judgeCopyFile(...asked)
        await save(luiss, luis, amount, '9000')
        return judged
      },
    })
    expect(await sendCopy(server, luiss, luis, { bytes, sha256: copy.sha256 })).toMatchObject({
      body: { code: 'COPY_OUTDATED' },
    })
    expect((await revisionsOf(invited)).map(({ kind }) => kind)).toEqual(['uploaded'])
    expect(await eventsOf(invited, 'form-filled')).toEqual([])
  })

  testWith(
    ['pdfsig'],
    'the API refuses a copy with changed form values, of its signer or of another signer',
    async () => {
      const { invited, text: address, amount, luiss, save } = await start()
      const { server, luis } = invited
      await save(luiss, luis, amount, '1250')
      const { bytes, sha256 } = await downloadCopy(server, luiss, luis)
      const sign = (copy: Uint8Array) => signCopy(copy, pdfFieldName(luis), identity)
      const attacks: readonly (readonly [copy: Uint8Array, code: string])[] = [
        [sign(change(bytes, amount, { V: text('9000') })), 'COPY_CHANGED'],
        [sign(change(bytes, amount, { Ff: 2 })), 'COPY_CHANGED'],
        [sign(change(bytes, address, { V: text('de Ana') })), 'COPY_CHANGED'],
        [change(sign(bytes), amount, { V: text('9000') }), 'COPY_CHANGED'],
        [sign(withoutLast(bytes)), 'COPY_FORM_CHANGED'],
        [signWithPdfsig(bytes), 'COPY_OUTSIDE_FIELD'],
        [bytes, 'COPY_UNSIGNED'],
      ]
      for (const [copy, code] of attacks)
        expect([code, await sendCopy(server, luiss, luis, { bytes: copy, sha256 })]).toMatchObject([
          code,
          { body: { code } },
        ])
      expect((await revisionsOf(invited)).map(({ kind }) => kind)).toEqual(['uploaded'])
      expect(await sendCopy(server, luiss, luis, { bytes: sign(bytes), sha256 })).toMatchObject({ status: 200 })
    },
  )

  test('the API refuses the download when required values are missing or a value does not fit', async () => {
    const { invited, amount, luiss, save } = await start()
    const { server, luis } = invited
    const call = { bearer: luiss, params: { fieldId: luis.id } }
    expect(await refuse(server, copyToSignCall, call)).toMatchObject({
      code: 'FORM_VALUES_INVALID',
      message: expect.stringContaining('Falta llenar «Monto»'),
      fields: { [`form_values.${amount.id}`]: expect.any(String) },
    })
    await save(luiss, luis, amount, 'm'.repeat(150))
    expect(await refuse(server, copyToSignCall, call)).toMatchObject({
      code: 'FORM_VALUES_INVALID',
      message: expect.stringContaining('no cabe'),
    })
  })

  test('the API refuses a downloaded copy after the owner revokes the invitation', async () => {
    const { invited, text: address, anas, save } = await start()
    const { server, ana, document } = invited
    await save(anas, ana, address, 'San José')
    const copy = await downloadCopy(server, anas, ana)
    const { id } = await invited.anasInvitation()
    const bearer = await invited.owner()
    await succeed(server, revokeInvitationCall, { bearer, params: { id: document.id, invitationId: id } })
    const bytes = signCopy(copy.bytes, pdfFieldName(ana), identity)
    expect(await sendCopy(server, anas, ana, { bytes, sha256: copy.sha256 })).toMatchObject({
      body: { code: 'INVITATION_INVALID' },
    })
    expect((await revisionsOf(invited)).map(({ kind }) => kind)).toEqual(['uploaded'])
  })
})

test('changed form values after the signature are suspicious, even when the program ignored the lock', async () => {
  const { invited, amount, luiss, save, bearer } = await start()
  const { server, luis, document } = invited
  await save(luiss, luis, amount, '1250')
  await returnCopy(server, luiss, luis, (copy) => signCopy(copy, pdfFieldName(luis), identity))
  const bytes = new Uint8Array(await downloadBytes(server, bearer, document.id))
  expect(Buffer.from(bytes).includes('FieldMDP')).toBe(false)
  expect(await verify(invited, change(bytes, amount, { V: text('9000') }))).toMatchObject([
    { verdict: 'suspicious', changes: ['not-permitted'] },
  ])
})
