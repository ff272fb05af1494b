import { KeyObject, randomBytes, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  buildCrl,
  createTimeStampToken,
  decodeTimeStampRequest,
  encodeTimeStampResponse,
  keySigner,
} from 'pdf/cms/node'
import { type Clock, DAY_MS } from '../../../src/platform/clock.ts'
import { ana, type Card, createCard, luis } from './card.ts'
import { type Authority, createCardKeys, createHierarchy, type Hierarchy, listName } from './hierarchy.ts'

const POLICY = '1.3.6.1.4.1.99999.1'
const START = new Date('2026-01-01T00:00:00Z')

export interface NationalOffice {
  readonly hierarchy: Hierarchy
  readonly anas: Card
  readonly luises: Card
  readonly variables: Readonly<Record<string, string>>
  clock: Clock
  readonly answers: { stamps: boolean; lists: boolean }
  stampsCertificate: Uint8Array
  renewStamps(days: number): Promise<void>
  close(): Promise<void>
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

let lists = 0

/** Every request has another list. */
const listOf = ({ certificate, keys }: Authority, now: number): Promise<Uint8Array> => {
  lists += 1
  return buildCrl({
    issuer: {
      certificate: new X509Certificate(certificate.toString('pem')),
      key: KeyObject.from(keys.privateKey),
    },
    revoked: [],
    number: lists,
    thisUpdate: new Date(now),
    nextUpdate: new Date(now + 7 * DAY_MS),
  })
}

export const openNationalOffice = async (): Promise<NationalOffice> => {
  const folder = mkdtempSync(join(tmpdir(), 'trazo-national-'))
  const server = createServer(async (request, response) => {
    const isStamp = request.method === 'POST'
    const body = await bodyOf(request)
    if (isStamp ? office.answers.stamps : office.answers.lists)
      response.end(await (isStamp ? stamp(body) : list(request.url ?? '')))
    else request.socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const hierarchy = await createHierarchy(START, url)
  const keys = await createCardKeys('ec')
  const list = (path: string): Promise<Uint8Array> => {
    const authority = hierarchy.authorities.find(({ certificate }) => path === `/${listName(certificate)}`)
    if (authority === undefined) throw new Error(`no list at ${path}`)
    return listOf(authority, office.clock())
  }
  const stamp = async (query: Uint8Array): Promise<Uint8Array> => {
    const { imprint, nonce } = decodeTimeStampRequest(query)
    const authority = {
      signer: keySigner(KeyObject.from(keys.privateKey)),
      certificates: [office.stampsCertificate] as const,
      policy: POLICY,
    }
    const time = new Date(office.clock())
    const serialNumber = Uint8Array.of(1, ...randomBytes(8))
    const input = { imprint, nonce, withCertificates: true, time, serialNumber }
    return encodeTimeStampResponse(await createTimeStampToken(authority, input))
  }
  const files = { ca: join(folder, 'ca.pem'), tsa: join(folder, 'tsa.pem') }
  writeFileSync(files.ca, hierarchy.pem)
  writeFileSync(files.tsa, hierarchy.stampsPem)
  const office: NationalOffice = {
    hierarchy,
    anas: await createCard(hierarchy, ana),
    luises: await createCard(hierarchy, luis, { kind: 'ec' }),
    variables: {
      SIGNING_AGENT: 'firmador',
      SIGNING_AGENT_CA: files.ca,
      TSA_URL: `${url}/tsa`,
      TSA_CA: files.tsa,
      TSA_ALLOW_HTTP: '1',
    },
    clock: () => START.getTime(),
    answers: { stamps: true, lists: true },
    stampsCertificate: await hierarchy.issueStamps(keys.publicKey),
    renewStamps: async (days) => {
      office.stampsCertificate = await hierarchy.issueStamps(keys.publicKey, days)
    },
    close: async () => {
      rmSync(folder, { recursive: true })
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return office
}
