import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EnvironmentError } from 'shared/server'
import { ana, createCard } from '../../../test/support/stand-in-firmador/card.ts'
import { createHierarchy } from '../../../test/support/stand-in-firmador/hierarchy.ts'
import { closeTestServers, openTestServer } from '../../../test/support/test-server.ts'
import { parseTrust } from './trust-file.ts'

const START = new Date('2026-01-01T00:00:00Z')
const NOW = new Date('2026-02-01T00:00:00Z')
const VARIABLE = 'SIGNING_AGENT_CA'
const SHELLS = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

const toPem = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`

test('parseTrust reads self-signed certificates as roots and ignores other text in the file', async () => {
  const { pem } = await createHierarchy(START)
  const { roots, intermediates } = parseTrust(`# Jerarquía nacional\r\n${pem.replaceAll('\n', '\r\n')}`, NOW, VARIABLE)
  expect(roots.map(({ subject }) => /CN=(.*)/.exec(subject)?.[1])).toEqual(['CA RAIZ NACIONAL - PRUEBAS'])
  expect(intermediates).toHaveLength(2)
})

test('parseTrust refuses a file without valid authorities and gives the reason', async () => {
  const hierarchy = await createHierarchy(START)
  const [, policy = ''] = hierarchy.pem.match(SHELLS) ?? []
  const card = await createCard(hierarchy, ana, { kind: 'ec' })
  const refused: readonly (readonly [string, Date, string])[] = [
    ['', NOW, 'no tiene certificados en formato PEM'],
    [toPem(Buffer.from('nada')), NOW, 'tiene un certificado que no se puede leer'],
    [policy, NOW, 'no tiene ninguna autoridad raíz'],
    [`${hierarchy.pem}${toPem(card.certificate)}`, NOW, 'tiene un certificado que no es de una autoridad'],
    [hierarchy.pem, new Date('2066-01-01T00:00:00Z'), 'solo tiene autoridades raíz vencidas'],
  ]
  for (const [text, at, reason] of refused) expect(() => parseTrust(text, at, VARIABLE)).toThrow(reason)
})

describe('the start of the API', () => {
  afterEach(closeTestServers)

  test('the API does not start without a valid file of card authorities', async () => {
    const path = join(tmpdir(), `trazo-no-authorities-${process.pid}.pem`)
    const start = () => openTestServer({ variables: { SIGNING_AGENT: 'firmador', SIGNING_AGENT_CA: path } })
    await expect(start()).rejects.toThrow(`SIGNING_AGENT_CA nombra un archivo que no se puede leer (${path})`)
    writeFileSync(path, 'nada')
    await expect(start()).rejects.toBeInstanceOf(EnvironmentError)
    rmSync(path)
  })
})
