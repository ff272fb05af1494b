import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { withTempDirAsync } from 'pdf/testing/node'
import { answerTimeStamp } from '../../src/domain/pki/answer-time-stamp.ts'
import { createTestPki } from '../../src/domain/signing/test-support/signing.ts'
import { startInvited } from '../support/invited.ts'
import { closeTestServers, type TestServer } from '../support/test-server.ts'

afterEach(closeTestServers)

const NOW = new Date(Date.UTC(2026, 0, 31, 18))

const warnings = async ({ app, clock }: TestServer): Promise<string[]> => {
  clock.advance(5000)
  return (await app.inject('/readyz')).json<{ warnings: string[] }>().warnings
}

test('a signature skips an authority with invalid answers, /readyz warns, and the next signature retries', () =>
  withTempDirAsync(async (folder) => {
    const other = await createTestPki({ now: () => NOW })
    let honest = false
    const authority = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      response.end(honest ? await answerTimeStamp(other, Buffer.concat(chunks)) : '<!doctype html>')
    })
    await new Promise<void>((resolve) => authority.listen(0, '127.0.0.1', resolve))
    const { port } = authority.address() as AddressInfo
    writeFileSync(join(folder, 'tsa.pem'), other.root.toString())
    const variables = {
      TSA_URL: `http://127.0.0.1:${port}/`,
      TSA_CA: join(folder, 'tsa.pem'),
      TSA_ALLOW_HTTP: '1',
    }
    try {
      const invited = await startInvited({ variables })
      const { server, ana, luis } = invited
      const lied = await invited.sign(await invited.open('ana@example.com'), ana)
      expect(lied).toMatchObject({ verified: true, timestamp: { source: 'platform-instead' } })
      expect(await warnings(server)).toEqual([expect.stringMatching(/se usó la de la plataforma/)])
      honest = true
      const signed = await invited.sign(await invited.open('luis@example.com'), luis)
      expect(signed).toMatchObject({ verified: true, timestamp: { source: 'external' } })
      expect(await warnings(server)).toEqual([])
    } finally {
      authority.closeAllConnections()
      authority.close()
    }
  }))
