import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { webhookSignature } from '../src/domain/webhooks/webhook-secrets.ts'

const guide = new URL('../../docs/programs.md', import.meta.url)

const verify = async (signature: string, body: string, age = 0): Promise<string> => {
  const [, example = ''] = /```js\n([\s\S]*?)```/.exec(await readFile(guide, 'utf8')) ?? []
  const folder = await mkdtemp(join(tmpdir(), 'trazo-webhook-'))
  const timestamp = Math.floor(Date.now() / 1000) - age
  const id = 'msg_1'
  const secret = Buffer.alloc(32, 7)
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature || webhookSignature([Buffer.alloc(32), secret], { id, timestamp, body: '{}' }),
  }
  const given = [`whsec_${secret.toString('base64')}`, headers, body].map((value) => JSON.stringify(value)).join(', ')
  await writeFile(join(folder, 'example.mjs'), `${example}\nprocess.stdout.write(String(verify(${given})))`)
  try {
    return execFileSync(process.execPath, [join(folder, 'example.mjs')]).toString()
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('the example of the guide accepts a valid event and refuses changed, forged and old events', async () => {
  expect(await verify('', '{}')).toBe('true')
  expect(await verify('', '{"other":1}')).toBe('false')
  expect(await verify('v1,AAAA', '{}')).toBe('false')
  expect(await verify('', '{}', 600)).toBe('false')
})
