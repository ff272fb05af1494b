import { runOn, testWith } from 'pdf/testing/node'
import { completionCertificateCall } from 'shared/contract/evidence'
import { startInvited } from '../../../test/support/invited.ts'
import { openPublicDocument } from '../../../test/support/public-link.ts'
import { closeTestServers, pathOf, type TestServer } from '../../../test/support/test-server.ts'

afterEach(closeTestServers)

const certificateOf = async (server: TestServer, id: number, bearer: string): Promise<Buffer> => {
  const url = pathOf(completionCertificateCall, { id })
  const response = await server.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${bearer}` } })
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.rawPayload
}

const textOf = (pdf: Uint8Array): string => runOn(pdf, 'pdftotext', ['-layout'], ['-']).output.replaceAll(/\s+/g, ' ')

testWith(
  ['pdftotext'],
  'the certificate and the mails state whether a signer came by public link or by invitation',
  async () => {
    const { server, owner, document, enter, sign } = await openPublicDocument()
    await sign(await enter({ name: 'Luis Mata', email: 'luis@example.com' }))
    const text = textOf(await certificateOf(server, document.id, owner))
    expect(text).toContain('luis@example.com · por enlace público, identidad declarada')
    expect(text).toContain('María José Núñez <olga@example.com> · propietario')
    const mails = await server.services.db
      .selectFrom('outbox')
      .selectAll()
      .where('kind', '=', 'document-completed')
      .execute()
    expect(mails.length).toBeGreaterThan(0)
    for (const { text_body } of mails) expect(text_body).toContain('por enlace público, identidad declarada')

    const invited = await startInvited()
    for (const field of [invited.ana, invited.luis]) await invited.sign(await invited.open(field.signer_email), field)
    expect(textOf(await certificateOf(invited.server, invited.document.id, await invited.owner()))).toContain(
      'ana@example.com · por invitación',
    )
    const news = invited.server.services.db.selectFrom('outbox').selectAll().where('kind', '=', 'field-signed')
    expect((await news.executeTakeFirstOrThrow()).text_body).toContain('por invitación')
  },
)
