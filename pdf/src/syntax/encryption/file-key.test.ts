import {
  type EncryptionForm,
  encryptedId,
  encryptionDict,
  encryptionForms,
  encryptionVectors,
} from '../../testing/node/encrypted-pdf.ts'
import { OWNER_PASSWORD, passwordTrailer, passwordVectors, USER_PASSWORD } from '../../testing/node/protected-pdf.ts'
import { isArray, isString } from '../objects.ts'
import { asciiBytes } from '../serialize.ts'
import { deriveFileKey, deriveOwnerKey, type KeyParameters, permissionsAgree } from './file-key.ts'
import { passwordForms } from './password-forms.ts'

const parametersOf = (
  form: EncryptionForm,
  { entries } = encryptionDict(form),
  id = encryptedId(form),
): KeyParameters => {
  const bytes = (key: string): Uint8Array => {
    const value = entries.get(key)
    return isString(value) ? value.bytes : new Uint8Array()
  }
  const first = isArray(id) ? id.items[0] : undefined
  return {
    revision: encryptionVectors[form].revision,
    keyLength: encryptionVectors[form].key.length / 2,
    owner: bytes('O'),
    user: bytes('U'),
    userKey: bytes('UE'),
    ownerKey: bytes('OE'),
    permissions: Number(entries.get('P')),
    fileId: isString(first) ? first.bytes : new Uint8Array(),
    encryptsMetadata: entries.get('EncryptMetadata') !== false,
  }
}

test.each(encryptionForms)('the empty password gives the key that qpdf reports: %s', (form) => {
  const key = deriveFileKey(parametersOf(form), new Uint8Array())
  expect(Buffer.from(key ?? []).toString('hex')).toBe(encryptionVectors[form].key)
})

const encoded = (password: string, form: EncryptionForm): Uint8Array =>
  passwordForms(password, encryptionVectors[form].revision)[0] ?? new Uint8Array()

test.each(encryptionForms)('the passwords of user and owner give the key that qpdf reports: %s', (form) => {
  for (const rights of ['permitted', 'restricted'] as const) {
    const { Encrypt, ID } = passwordTrailer(form, rights)
    const parameters = parametersOf(form, Encrypt, ID)
    const used = deriveFileKey(parameters, encoded(USER_PASSWORD, form))
    const owned = deriveOwnerKey(parameters, encoded(OWNER_PASSWORD, form))
    for (const key of [used, owned])
      expect(Buffer.from(key ?? []).toString('hex')).toBe(passwordVectors[form][rights].key)
    expect(deriveFileKey(parameters, encoded(OWNER_PASSWORD, form))).toBeUndefined()
    expect(deriveOwnerKey(parameters, encoded(USER_PASSWORD, form))).toBeUndefined()
  }
})

test.each(encryptionForms)('another password gives no key: %s', (form) => {
  expect(deriveFileKey(parametersOf(form), asciiBytes('owner'))).toBeUndefined()
})

test.each(encryptionForms.filter((form) => encryptionVectors[form].revision < 5))(
  'the permissions and the file’s identifier are a part of the key: %s',
  (form) => {
    const parameters = parametersOf(form)
    expect(deriveFileKey({ ...parameters, permissions: -36 }, new Uint8Array())).toBeUndefined()
    expect(deriveFileKey({ ...parameters, fileId: asciiBytes('another') }, new Uint8Array())).toBeUndefined()
  },
)

test('altered permissions of revision 6 do not agree with their encrypted copy', () => {
  const parameters = parametersOf('AES, 256 bits')
  const key = new Uint8Array(Buffer.from(encryptionVectors['AES, 256 bits'].key, 'hex'))
  // /Perms as qpdf wrote it.
  const sealed = new Uint8Array(Buffer.from('815d94b51f7297c8393071e109c64bf5', 'hex'))
  expect(permissionsAgree(key, sealed, parameters)).toBe(true)
  expect(permissionsAgree(key, sealed, { ...parameters, permissions: -36 })).toBe(false)
  expect(permissionsAgree(key, sealed, { ...parameters, encryptsMetadata: false })).toBe(false)
  expect(permissionsAgree(key, new Uint8Array(16), parameters)).toBe(false)
})
