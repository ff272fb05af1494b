/** @jest-environment node */
import { withStartText } from './start-text.ts'

const html = '<div id="root"><div id="start"><div role="status"><p>Cargando…</p></div></div></div>'

test.each(['/sign/12/contrato', '/sign/field/12/contrato/7', '/SIGN/12/contrato'])(
  '%s waits for a document, in the place of its page',
  (path) => {
    const page = withStartText(html, path)
    expect(page).toContain('<div id="start" class="signing">')
    expect(page).toContain('<p>Cargando documento…</p>')
  },
)

test.each(['/', '/login', '/document', '/sign', '/verify', '/no/such/page'])(
  'the page %s stays as it was built',
  (path) => expect(withStartText(html, path)).toBe(html),
)
