import { execFileSync } from 'node:child_process'
import { argon2Sync } from 'node:crypto'
import { join } from 'node:path'

const PASSWORD = 'una clave larga'

/** Without the preload (`shared/testing/cheap-hashes.cjs`). */
const inOwnProcess = (script: string): string => {
  const { NODE_OPTIONS: _, ...env } = process.env
  return execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: join(import.meta.dirname, '..'),
    env,
    encoding: 'utf8',
  })
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

test('hashPassword uses argon2id with 19 MiB and two passes, and stores these parameters', () => {
  const hash = inOwnProcess(
    `const { hashPassword } = await import('./src/domain/accounts/users/password.ts')
     process.stdout.write(await hashPassword(${JSON.stringify(PASSWORD)}))`,
  )
  const [, algorithm, , parameters, salt = ''] = hash.split('$')
  expect([algorithm, parameters]).toEqual(['argon2id', 'm=19456,t=2,p=1'])
  // Only the asynchronous form is cheap in tests.
  const expected = argon2Sync('argon2id', {
    message: PASSWORD,
    nonce: Buffer.from(salt, 'base64'),
    memory: 19_456,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
  })
  expect(hash.endsWith(`$${unpadded(expected)}`)).toBe(true)
})

test('verifyPassword uses the parameters that the stored hash contains', () => {
  const nonce = Buffer.alloc(16, 7)
  const tag = argon2Sync('argon2id', {
    message: PASSWORD,
    nonce,
    memory: 1024,
    passes: 3,
    parallelism: 2,
    tagLength: 32,
  })
  const stored = `$argon2id$v=19$m=1024,t=3,p=2$${unpadded(nonce)}$${unpadded(tag)}`
  const answers = inOwnProcess(
    `const { verifyPassword } = await import('./src/domain/accounts/users/password.ts')
     const answers = [${JSON.stringify(PASSWORD)}, 'otra clave larga'].map((text) => verifyPassword(text, ${JSON.stringify(stored)}))
     process.stdout.write(JSON.stringify(await Promise.all(answers)))`,
  )
  expect(JSON.parse(answers)).toEqual([true, false])
})
