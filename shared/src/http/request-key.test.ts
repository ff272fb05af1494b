import * as v from 'valibot'
import { DigitalSignSchema } from '../contract/index.ts'
import { UseTemplateSchema } from '../contract/signing/templates.ts'
import { newRequestKey } from './request-key.ts'

/** Hides the prototype's function, as a page without TLS does. */
beforeEach(() => Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true }))
afterEach(() => Reflect.deleteProperty(crypto, 'randomUUID'))

test('request keys are distinct UUIDs, also in pages without TLS', () => {
  const keys = Array.from({ length: 200 }, newRequestKey)
  expect(new Set(keys).size).toBe(200)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('the schemas of signatures and of templates accept request keys', () => {
  const key = newRequestKey()
  const signature = { field_id: 1, signature_data: 'data:image/png;base64,', idempotency_key: key }
  expect(v.is(DigitalSignSchema, signature)).toBe(true)
  expect(v.is(UseTemplateSchema.entries.request_key, key)).toBe(true)
})
