import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mutoolValid, pdfsig, runOn, testWith } from 'pdf/testing/node'
import { getFileCall, type SignatureField } from 'shared/contract'
import { createFormFieldCall, saveFormDraftCall } from 'shared/contract/form-fields'
import { nationalFormatCall } from 'shared/contract/verify'
import { certifyPerson, createSignPdf } from '../../../fva-simulator/sign-pdf.ts'
import { createSimulator } from '../../../fva-simulator/simulator.ts'
import { createTransportKeys, SIMULATOR_NAME } from '../../../fva-simulator/transport-keys.ts'
import { newHierarchy } from '../../../test/support/card-signing.ts'
import { startCertified } from '../../../test/support/certified.ts'
import { returnCopy } from '../../../test/support/external-signer.ts'
import { newFormField } from '../../../test/support/form-fields.ts'
import { endedFva, waitForCode } from '../../../test/support/fva-office.ts'
import { becomeGuest, downloadBytes } from '../../../test/support/people.ts'
import { luis as luises } from '../../../test/support/stand-in-firmador/card.ts'
import { type NationalOffice, openNationalOffice } from '../../../test/support/stand-in-firmador/national-office.ts'
import { startRevocationServer } from '../../../test/support/stand-in-firmador/revocation-server.ts'
import { closeTestServers, succeed } from '../../../test/support/test-server.ts'
import { listenForFva } from '../../app/listen-for-fva.ts'
import { parseApiEnvironment } from '../../platform/environment/environment.ts'

let office: NationalOffice
beforeAll(async () => {
  office = await openNationalOffice()
})
afterAll(() => office.close())
afterEach(closeTestServers)

const openFva = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trazo-certified-fva-'))
  const { hierarchy } = office
  const revocation = await startRevocationServer(hierarchy, () => office.clock())
  const simulator = createSimulator({
    keys: await createTransportKeys(folder),
    signer: { hierarchy, sign: await createSignPdf(hierarchy), stranger: newHierarchy, revocation },
    behaviour: { callback: 'https://127.0.0.1:1/' },
  })
  await once(simulator.server.listen(0, '127.0.0.1'), 'listening')
  const variables = {
    ...office.variables,
    SIGNING_AGENT: 'fva',
    FVA_BASE_URL: `https://127.0.0.1:${(simulator.server.address() as AddressInfo).port}/FVA/`,
    FVA_NEGOCIO: '1',
    FVA_ENTIDAD: '1',
    FVA_CERT: join(folder, 'entidad.crt'),
    FVA_KEY: join(folder, 'entidad.key'),
    FVA_CA: join(folder, 'transporte.pem'),
    FVA_CALLBACK_PORT: '0',
    FVA_CALLBACK_HOST: '127.0.0.1',
    FVA_CALLBACK_CERT: join(folder, 'retorno.crt'),
    FVA_CALLBACK_KEY: join(folder, 'retorno.key'),
    FVA_CALLBACK_CA: join(folder, 'transporte.pem'),
    FVA_CALLBACK_NAME: SIMULATOR_NAME,
  }
  const close = async () => {
    simulator.server.closeAllConnections()
    simulator.server.close()
    await revocation.close()
    rmSync(folder, { recursive: true })
  }
  const start = (behaviour: Parameters<typeof simulator.set>[0] = {}) =>
    startCertified(office, { variables }, async (server) => {
      const port = await listenForFva(server.app, parseApiEnvironment(variables).fva)
      const callback = `https://127.0.0.1:${port}/home/api/fva/`
      simulator.set({ now: server.clock.now(), callback, ...behaviour })
    })
  return { start, close }
}

testWith(
  ['pdfsig', 'mutool'],
  'an FVA signature and an own-program signature complete a certified document in the national format',
  async () => {
    const fva = await openFva()
    try {
      const { server, bearer, document, ana, luis } = await fva.start()
      const site = { server }
      const guest = { bearer: await becomeGuest(server, bearer, ana), field: ana, documentId: document.id }
      const { request_id } = await waitForCode(site, guest)
      expect(await endedFva(site, guest, request_id)).toMatchObject({
        state: 'signed',
        result: { agent: 'fva-simulator', timestamp: { source: 'own' } },
      })

      const person = await certifyPerson(office.hierarchy, luises.identification)
      const signPdf = await createSignPdf(office.hierarchy)
      const at = new Date(server.clock.now())
      const token = await becomeGuest(server, bearer, luis)
      const sent = await returnCopy(server, token, luis, (copy) =>
        signPdf({ document: copy, person, at, reason: 'Acuerdo', field: 'own' }),
      )
      expect(sent.body).toMatchObject({ agent: 'own-program' })

      const params = { id: document.id }
      const file = await succeed(server, getFileCall, { bearer, params })
      expect(file).toMatchObject({
        status: 'COMPLETED',
        sealing: null,
        signers: [{ signed_with: 'con GAUDI simulado, sin valor legal' }, { signed_with: 'con programa propio' }],
      })
      const bytes = await downloadBytes(server, bearer, document.id)
      expect(pdfsig(bytes).filter(({ valid }) => valid)).toHaveLength(2)
      expect(mutoolValid(bytes)).toBe(2)
      const format = await succeed(server, nationalFormatCall, { bearer, params })
      if (format.kind !== 'judged') throw new Error('the document is judged')
      expect(format.outcome).toBe('simulated')
      expect(format.rules.filter(({ state }) => state === 'not-met')).toEqual([])
    } finally {
      await fva.close()
    }
  },
)

testWith(
  ['pdfsig', 'mutool', 'pdftotext'],
  'the certified document shows the form values that signers entered before the FVA and an own program signed',
  async () => {
    const fva = await openFva()
    try {
      const { server, bearer, document, ana, luis } = await fva.start()
      const add = (field: SignatureField, label: string, row: number) =>
        succeed(server, createFormFieldCall, {
          bearer,
          body: { ...newFormField(field, { label, required: true, y_relative: 0.1 * row }), client_id: `campo_${row}` },
        })
      const [address, amount] = [await add(ana, 'Domicilio', 1), await add(luis, 'Monto', 2)]
      const guest = { bearer: await becomeGuest(server, bearer, ana), field: ana, documentId: document.id }
      const form_values = [{ form_field_id: address.id, value: 'San José' }]
      const { request_id } = await waitForCode({ server }, guest, { form_values })
      expect(await endedFva({ server }, guest, request_id)).toMatchObject({ state: 'signed' })

      const person = await certifyPerson(office.hierarchy, luises.identification)
      const signPdf = await createSignPdf(office.hierarchy)
      const at = new Date(server.clock.now())
      const token = await becomeGuest(server, bearer, luis)
      const values = [{ form_field_id: amount.id, value: '1250' }]
      await succeed(server, saveFormDraftCall, { bearer: token, params: { fieldId: luis.id }, body: { values } })
      const sent = await returnCopy(server, token, luis, (copy) =>
        signPdf({ document: copy, person, at, reason: 'Acuerdo', field: 'first' }),
      )
      expect(sent.body).toMatchObject({ agent: 'own-program' })

      const params = { id: document.id }
      expect(await succeed(server, getFileCall, { bearer, params })).toMatchObject({ status: 'COMPLETED' })
      const bytes = await downloadBytes(server, bearer, document.id)
      expect(pdfsig(bytes).filter(({ valid }) => valid)).toHaveLength(2)
      expect(mutoolValid(bytes)).toBe(2)
      const shown = runOn(bytes, 'pdftotext', ['-layout'], ['-']).output
      for (const each of ['San José', '1250']) expect(shown).toContain(each)
      const format = await succeed(server, nationalFormatCall, { bearer, params })
      if (format.kind !== 'judged') throw new Error('the document is judged')
      expect(format.rules.filter(({ state }) => state === 'not-met')).toEqual([])
      const { db } = server.services
      expect(await db.selectFrom('fva_requests').select(['state', 'form_values']).execute()).toEqual([
        { state: 'signed', form_values: null },
      ])
    } finally {
      await fva.close()
    }
  },
)

test('the API stores no signature when the FVA signs with an untrusted certificate', async () => {
  const fva = await openFva()
  try {
    const { server, bearer, document, ana } = await fva.start({ fault: 'stranger' })
    const guest = { bearer: await becomeGuest(server, bearer, ana), field: ana, documentId: document.id }
    const { request_id } = await waitForCode({ server }, guest)
    expect(await endedFva({ server }, guest, request_id)).toMatchObject({ state: 'failed' })
    expect(await server.services.db.selectFrom('signatures').selectAll().execute()).toEqual([])
  } finally {
    await fva.close()
  }
})
