import { href } from 'shared/contract'
import { configureHost, filesApi } from 'shared/http'
import { documentOfPage, invitationHeader } from './document-of-page.ts'

afterEach(() => configureHost(''))

test.each(['', 'https://api.trazo.example/base'])(
  'documentOfPage returns the download URL that the viewer requests (host: %p)',
  (host) => {
    configureHost(host)
    const expected = filesApi.downloadUrl(1234567890123456)
    const pages = [
      href.sign(1234567890123456, 'Año señal.pdf', { token: 'abc', fieldId: 3 }),
      href.signField(1234567890123456, 'contrato.pdf', 7),
    ]
    for (const page of [...pages, '/SIGN/1234567890123456/a', '/Sign/Field/1234567890123456/a/7'])
      expect(documentOfPage(new URL(page, 'http://site').pathname, host)).toBe(expected)
  },
)

test.each(['/', '/document', '/sign', '/sign/12', '/sign/12/', '/sign/abc/contrato', '/dashboard'])(
  'documentOfPage finds no document for the page %s',
  (path) => expect(documentOfPage(path, '')).toBeUndefined(),
)

test('invitationHeader sends the token of an invitation link and nothing for other pages', () => {
  const token = 'A-b_'.repeat(10).slice(0, 40).concat('xyz')
  expect(invitationHeader(`?token=${token}&field_id=3`)).toEqual({ Authorization: `Invitation ${token}` })
  for (const search of ['', '?token=short', `?other=${token}`]) expect(invitationHeader(search)).toEqual({})
})
