import { DigitalSignSchema } from 'shared/contract'
import * as v from 'valibot'
import { newIdempotencyKey } from './idempotency-key.ts'

test('idempotency keys are distinct UUIDs that the schema of the API accepts', () => {
  const keys = Array.from({ length: 200 }, newIdempotencyKey)
  expect(new Set(keys).size).toBe(200)
  for (const idempotency_key of keys) {
    expect(idempotency_key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const body = { field_id: 1, signature_data: 'data:image/png;base64,', idempotency_key }
    expect(v.is(DigitalSignSchema, body)).toBe(true)
  }
})
