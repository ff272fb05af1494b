import { checkAccessibility, qpdfStatus, testWith } from 'pdf/testing/node'
import { deleteFileCall, listFilesCall } from 'shared/contract'
import { loginCall } from 'shared/contract/accounts'
import { downloadBytes, PASSWORD, registerPerson } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, refuse, succeed } from '../../../test/support/test-server.ts'
import { closeDemoAccount } from './close-demo-account.ts'
import { createDemoAccount, DEMO_CREDENTIALS } from './create-demo-account.ts'
import { confidentialityAgreement, servicesContract } from './sample-contracts.ts'
import { writePdf } from './write-pdf.ts'

afterEach(closeTestServers)

test('an empty database gets the demonstration account with two sample documents', async () => {
  const server = await openTestServer()
  await createDemoAccount(server.services)
  const { access_token: bearer } = await succeed(server, loginCall, { body: DEMO_CREDENTIALS })
  const documents = await succeed(server, listFilesCall, { bearer })
  expect(documents.map(({ original_filename, pages }) => [original_filename, pages])).toEqual(
    expect.arrayContaining([
      ['Contrato de servicios profesionales.pdf', 2],
      ['Acuerdo de confidencialidad.pdf', 1],
    ]),
  )
  for (const { id } of documents)
    expect((await downloadBytes(server, bearer, id)).subarray(0, 8).toString()).toBe('%PDF-1.7')
})

test('a restart adds nothing to the demonstration account, and deleted samples stay deleted', async () => {
  const server = await openTestServer()
  await createDemoAccount(server.services)
  const { access_token: bearer } = await succeed(server, loginCall, { body: DEMO_CREDENTIALS })
  for (const { id } of await succeed(server, listFilesCall, { bearer }))
    await succeed(server, deleteFileCall, { bearer, params: { id } })
  await createDemoAccount(server.services)
  expect(await succeed(server, listFilesCall, { bearer })).toEqual([])
})

test('a database with accounts gets no demonstration account', async () => {
  const server = await openTestServer()
  await registerPerson(server, 'olga')
  await createDemoAccount(server.services)
  expect((await refuse(server, loginCall, { body: DEMO_CREDENTIALS })).code).toBe('INVALID_CREDENTIALS')
})

describe('closing the demonstration account', () => {
  test('closing the demonstration account ends its sessions, and creating the account opens it again', async () => {
    const server = await openTestServer()
    await createDemoAccount(server.services)
    const { access_token: bearer } = await succeed(server, loginCall, { body: DEMO_CREDENTIALS })
    await closeDemoAccount(server.services)
    await closeDemoAccount(server.services)
    expect((await refuse(server, loginCall, { body: DEMO_CREDENTIALS })).code).toBe('INVALID_CREDENTIALS')
    expect((await refuse(server, listFilesCall, { bearer })).code).toBe('SESSION_EXPIRED')
    await createDemoAccount(server.services)
    await succeed(server, loginCall, { body: DEMO_CREDENTIALS })
  })

  test('closing does not change an account of that name with another password', async () => {
    const server = await openTestServer()
    await registerPerson(server, 'demo')
    await closeDemoAccount(server.services)
    await succeed(server, loginCall, { body: { username: 'demo', password: PASSWORD } })
  })
})

testWith(['qpdf'], 'qpdf finds no error in the sample documents', async () => {
  for (const content of [servicesContract, confidentialityAgreement]) expect(qpdfStatus(writePdf(content))).toBe(0)
})

test('the sample documents conform to PDF/UA-1', () => {
  for (const content of [servicesContract, confidentialityAgreement])
    expect(Object.fromEntries(checkAccessibility(writePdf(content)))).toEqual({})
})
