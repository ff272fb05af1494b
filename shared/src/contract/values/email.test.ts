import * as v from 'valibot'
import { EMAIL_INVALID_MESSAGE, EmailSchema, OptionalEmailSchema } from './email.ts'

test.each([
  'ana@example.com',
  ' ana@example.com ',
  'ana.mora@example.com',
  'a.b.c@correo.example.co.cr',
  'ana+firma@example.com',
  'ñandú@compañía.cr',
  "o'neill@example.com",
])('an address is accepted: %s', (email) => {
  expect(v.parse(EmailSchema, email)).toBe(email.trim())
  expect(v.parse(OptionalEmailSchema, email)).toBe(email.trim())
})

test.each([
  'a.b.@example.com',
  '.ana@example.com',
  'ana..mora@example.com',
  '.@example.com',
  'ana@example..com',
  'ana@.example.com',
  'ana@example.com.',
  'ana@example',
  'ana@@example.com',
  'ana mora@example.com',
  '@example.com',
  'ana@',
])('an address is refused: %s', (email) => {
  for (const schema of [EmailSchema, OptionalEmailSchema]) {
    const { issues } = v.safeParse(schema, email)
    expect(issues?.map(({ message }) => message)).toEqual([EMAIL_INVALID_MESSAGE])
  }
})
