import { act, cleanup, screen, within } from '@testing-library/react'
import { errorMessages } from 'shared/contract/errors'
import { endSession } from 'shared/state'
import { type NetworkAnswer, type SentCall, settle } from 'shared/testing'
import { addEarlyButton } from '../../prerender/early-tap/early-button.ts'
import { drawStroke } from '../../testing/draw-stroke.ts'
import { refusal } from '../../testing/fake-api.ts'
import { withFirmador } from '../../testing/fake-firmador.ts'
import { dialog, identify } from '../../testing/guest-steps.ts'
import { button, callsTo, openGuestPage } from '../../testing/open-guest-page.tsx'
import {
  guestDocumentOf as documentOf,
  goToListed as go,
  sendingLink as linkTo,
  sentNames as names,
  openSendingPage as open,
  readAllListed as readAll,
  type ServedSending as Served,
  signAllListed as signAll,
  signaturesAsked as signaturesOf,
  threeGuestDocuments as three,
} from '../../testing/open-sending-page.ts'
import { stubDom } from '../../testing/stub-dom.ts'
import { signatureResult, storedFormField } from '../../testing/wire.ts'
import { changeVisit } from './visit-store.ts'

stubDom()
beforeEach(() => {
  jest.useFakeTimers()
  window.innerWidth = 1280
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => {
  act(() => {
    changeVisit({ sendingId: 0, email: '' }, {})
    endSession()
  })
  jest.useRealTimers()
})

describe('the list', () => {
  test('a document without a sending has no list', async () => {
    openGuestPage({ advanceTimers: settle })
    await settle(500)
    expect(screen.queryByText(/firmados/)).toBeNull()
    expect(button('Agregar Firma Digital')).toBeVisible()
  })

  test('it counts, names each document with its state, and links to the others', async () => {
    const documents = [
      documentOf(3),
      documentOf(4, { state: 'signed' }),
      documentOf(5, { state: 'later' }),
      documentOf(6, { state: 'ended', path: null }),
    ]
    const { user } = await open({ documents })
    await user.click(screen.getByText('1 de 3 firmados'))
    const rows = within(screen.getByRole('navigation')).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Contrato.pdf Falta tu firma',
      'Anexo.pdf Firmado',
      'Reglamento.pdf Antes firman otras personas',
      'Documento retirado Ya no se puede firmar',
    ])
    expect(within(screen.getByRole('navigation')).getByText('Contrato.pdf')).toHaveAttribute('aria-current', 'page')
    const links = within(screen.getByRole('navigation')).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([linkTo(4), linkTo(5)])
  })

  test('Escape and a press elsewhere fold it', async () => {
    const { user } = await open({ documents: three() })
    const summary = screen.getByText('0 de 3 firmados')
    const details = summary.closest('details')
    await user.click(summary)
    expect(details).toHaveAttribute('open')
    await user.keyboard('{Escape}')
    expect(details).not.toHaveAttribute('open')
    expect(summary).toHaveFocus()
    await user.click(summary)
    await user.click(screen.getByRole('heading', { name: 'Contrato.pdf' }))
    expect(details).not.toHaveAttribute('open')
  })

  test('another document opens like its link, and its name gets the focus', async () => {
    const { user, calls, engine } = await open({ documents: three() })
    const entries = window.history.length
    await go(user, 'Anexo.pdf')
    expect(screen.getByRole('heading', { name: 'Anexo.pdf' })).toHaveFocus()
    expect(window.history.length).toBe(entries)
    expect(engine.requests.map(({ url }) => url)).toEqual([
      '/home/api/files/3/public_download',
      '/home/api/files/4/public_download',
    ])
    expect(callsTo(calls, 'validate-invitation').map(({ url }) => /token=(\w+)/.exec(url)?.[1])).toEqual(['t3', 't4'])
  })

  test('a path to another site is no link', async () => {
    const documents = [documentOf(3), documentOf(4, { path: '//otro.example/sign/4' })]
    const { user } = await open({ documents })
    await user.click(screen.getByText('0 de 2 firmados'))
    expect(within(screen.getByRole('navigation')).queryByRole('link')).toBeNull()
  })
})

describe('the common act', () => {
  test('the page names the unread documents; a quiet button signs this document alone', async () => {
    const { user, calls } = await open({ documents: three() })
    expect(screen.getByText(/^Te falta leer:/)).toHaveTextContent(
      'Te falta leer: Anexo.pdf, Reglamento.pdf. Después firmas los 3 documentos de una vez.',
    )
    expect(screen.queryByRole('button', { name: 'Firmar los 3 documentos' })).toBeNull()
    await user.click(button('Firmar solo este'))
    await settle()
    await user.click(button('Continuar'))
    drawStroke()
    await user.click(button('Continuar'))
    expect(screen.queryByText('Firmas estos 3 documentos:')).toBeNull()
    await identify(user)
    await settle(1200 + 5000 + 2000)
    expect(callsTo(calls, 'sign-sending')).toHaveLength(0)
    expect(callsTo(calls, 'digital_sign')).toMatchObject([{ body: { field_id: 13 } }])
    // It stays, and leads on, with the drawing.
    expect(screen.queryByRole('button', { name: 'Quedarme aquí' })).toBeNull()
    expect(screen.getByText('1 de 3 firmados')).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Siguiente documento' }))
    await settle(500)
    await user.click(button('Firmar solo este'))
    await settle()
    await user.click(button('Continuar'))
    expect(screen.getByRole('img', { name: 'Tu firma dibujada' })).toBeVisible()
  })

  test('all documents, once displayed, are signed with one call, one drawing and one consent', async () => {
    const { user, calls } = await open({ documents: three() })
    await readAll(user)
    expect(screen.queryByText(/^Te falta leer/)).toBeNull()
    await user.click(button('Firmar los 3 documentos'))
    await settle()
    await user.click(button('Continuar'))
    drawStroke()
    await user.click(button('Continuar'))
    const identification = dialog('Identifícate para firmar')
    expect(
      within(identification)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(Object.values(names))
    await identify(user)
    await settle(1200 + 5000 + 2000)
    const [sent, ...others] = callsTo(calls, 'sign-sending')
    expect(others).toEqual([])
    expect(sent).toMatchObject({
      url: '/home/api/signature-fields/15/sign-sending/',
      token: 'access-5',
      body: {
        consent: '2',
        idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
        identification: { type: 'nacional', number: '01-0234-0567' },
        documents: [3, 4, 5].map((id) => ({ id, document_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })),
      },
    })
    expect(callsTo(calls, 'digital_sign')).toHaveLength(0)
    const result = dialog('3 documentos firmados digitalmente con éxito')
    expect(within(result).getAllByRole('button', { name: /^Descargar / })).toHaveLength(3)
    expect(screen.getByText('3 de 3 firmados')).toBeVisible()
    expect(screen.getByText('Descárgalos aquí. Te escribiremos cuando cada uno esté completo.')).toBeVisible()
    expect(callsTo(calls, 'send-pdf-email')).toHaveLength(0)
    await user.click(screen.getByText('Ver detalles'))
    await user.click(button('Enviar a mi correo'))
    await settle()
    expect(callsTo(calls, 'send-pdf-email').map(({ url }) => /files\/(\d+)/.exec(url)?.[1])).toEqual(['3', '4', '5'])
    expect(sessionStorage).toHaveLength(0)
  })

  test('each download reads its document with the invitation to it', async () => {
    const served: Served = {
      documents: three(),
      answer: ({ url }) =>
        url.includes('public_download') ? refusal(404, 'NOT_FOUND', errorMessages.NOT_FOUND) : undefined,
    }
    const { user, calls } = await open(served)
    await readAll(user)
    await signAll(user)
    await user.click(button('Descargar Anexo.pdf'))
    await user.click(button('Descargar Reglamento.pdf'))
    await settle()
    expect(callsTo(calls, 'public_download').map(({ url, token }) => [url, token])).toEqual([
      ['/home/api/files/4/public_download', 'access-4'],
      ['/home/api/files/5/public_download', 'access-5'],
    ])
  })

  test('with a double click on the field, the dialog signs them, too', async () => {
    const { user, calls } = await open({ documents: three() })
    await readAll(user)
    await user.dblClick(screen.getByRole('button', { name: /Ana Mora, .+, por firmar$/ }))
    await settle()
    expect(screen.getByText('Ana Mora firma 3 documentos.')).toBeVisible()
    drawStroke()
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Firmar los 3 documentos' }))
    await settle(100)
    expect(callsTo(calls, 'sign-sending')).toHaveLength(1)
    await user.click(within(dialog('3 documentos firmados digitalmente con éxito')).getByText('Finalizar'))
    await settle(100)
    expect(screen.getAllByRole('button', { name: /^Descargar / })).toHaveLength(3)
  })

  test('a retry after a lost answer repeats the call with its key', async () => {
    let lost = true
    const served: Served = {
      documents: three(),
      answer: ({ url }) => {
        if (!url.includes('sign-sending') || !lost) return undefined
        lost = false
        return refusal(502, 'BAD_GATEWAY', 'no')
      },
    }
    const { user, calls } = await open(served)
    await readAll(user)
    await signAll(user)
    await user.click(button('Reintentar firma'))
    await settle(100)
    const sent = callsTo(calls, 'sign-sending')
    expect(sent).toHaveLength(2)
    expect(sent[1]?.body).toEqual(sent[0]?.body)
    expect(screen.getAllByRole('button', { name: /^Descargar / })).toHaveLength(3)
  })

  const fvaAnswer = ({ url }: SentCall): NetworkAnswer | undefined => {
    const id = Number(/signatures\/(\d+)\/fva\//.exec(url)?.[1])
    if (Number.isNaN(id)) return undefined
    const result = signatureResult({ field_id: id, agent: 'fva' })
    return { status: 200, body: { state: 'signed', request_id: 9, result } }
  }
  test.each([
    ['firmador', withFirmador],
    ['fva', fvaAnswer],
  ] as const)('with %s, one document is signed after the other, and the page counts them', async (agent, answer) => {
    const documents = [3, 4, 5].map((id) => documentOf(id, { is_joint: false }))
    const served: Served = { documents, agent, answer }
    const { user } = await open(served)
    for (const [index, next] of [4, 5].entries()) {
      expect(screen.getByText(`${index} de 3 firmados`)).toBeVisible()
      await user.click(button('Agregar Firma Digital'))
      await settle()
      await user.click(button('Continuar'))
      await settle()
      // The FVA asks for no drawing.
      if (agent === 'firmador') {
        if (index === 0) drawStroke()
        await user.click(button('Continuar'))
      }
      expect(screen.getByText(`${index} de 3 firmados`)).toBeVisible()
      await identify(user)
      await settle(1200 + 5000 + 2000)
      expect(screen.getByText(`${index + 1} de 3 firmados`)).toBeVisible()
      const link = screen.getByRole('link', { name: 'Siguiente documento' })
      expect(link).toHaveAttribute('href', linkTo(next))
      served.documents = documents.map((one) => (one.id < next ? { ...one, state: 'signed' } : one))
      await user.click(link)
      await settle(500)
    }
  })

  test('a document with a card is signed by itself, and its page leads on', async () => {
    const documents = [documentOf(3, { is_joint: false }), documentOf(4), documentOf(5)]
    const { user, calls } = await open({ documents })
    expect(screen.queryByText(/^Te falta leer/)).toBeNull()
    await user.click(button('Agregar Firma Digital'))
    await settle()
    await user.click(button('Continuar'))
    drawStroke()
    await user.click(button('Continuar'))
    await identify(user)
    await settle(1200 + 5000 + 2000)
    expect(callsTo(calls, 'digital_sign')).toHaveLength(1)
    expect(screen.getByRole('link', { name: 'Siguiente documento' })).toHaveAttribute('href', linkTo(4))
  })

  test('when no field of a form is left, the bar offers the next document', async () => {
    const optional = storedFormField({ id: 1, label: 'Plan', required: false })
    const served: Served = {
      documents: [documentOf(3, { has_form: true, is_joint: false }), documentOf(4)],
      answer: ({ url, method }) =>
        url.includes('/form/')
          ? {
              status: 200,
              body:
                method === 'PUT'
                  ? { draft_saved_at: '2026-11-23T18:00:00.000Z' }
                  : { fields: [optional], values: [], draft_saved_at: null, today: '2026-11-23' },
            }
          : undefined,
    }
    const { user } = await open(served)
    const bar = within(screen.getByRole('region', { name: 'Llena antes de firmar' }))
    expect(bar.queryByRole('link', { name: 'Siguiente documento' })).toBeNull()
    await user.type(screen.getByRole('textbox', { name: /^Plan/ }), 'Uno')
    expect(bar.queryByRole('button', { name: /^Siguiente campo/ })).toBeNull()
    expect(bar.getByRole('link', { name: 'Siguiente documento' })).toHaveAttribute('href', linkTo(4))
    expect(button('Agregar Firma Digital')).toBeVisible()
  })

  test('a tap on the button of the page itself begins nothing while documents are unread', async () => {
    addEarlyButton()
    document.querySelector<HTMLButtonElement>('#early-sign')?.click()
    await open({ documents: three() })
    await settle(500)
    expect(document.querySelector('#early-sign')).toBeNull()
    expect(button('Firmar solo este')).toBeVisible()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test.each(['signed', 'later'] as const)('a document that is %s leads to the next one', async (state) => {
    await open({ documents: [documentOf(3, { state }), documentOf(4)] })
    expect(screen.queryByRole('button', { name: 'Agregar Firma Digital' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Siguiente documento' })).toHaveAttribute('href', linkTo(4))
  })
})

const differs = () => refusal(409, 'SENDING_DIFFERS', errorMessages.SENDING_DIFFERS)

describe('the sending changed', () => {
  test('a document was cancelled: the page names it, reloads the list and keeps the drawing', async () => {
    const served: Served = {
      documents: three(),
      answer: ({ url, body }) =>
        url.includes('sign-sending') && signaturesOf(body).length === 3 ? differs() : undefined,
    }
    const { user, calls } = await open(served)
    await readAll(user)
    served.documents = [documentOf(3), documentOf(4, { state: 'ended', path: null }), documentOf(5)]
    await signAll(user)
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Los documentos de este envío cambiaron desde que los abriste, y no se firmó ninguno. Ya no se puede firmar: Anexo.pdf.',
    )
    expect(screen.getByText('0 de 2 firmados')).toBeVisible()
    await user.click(button('Firmar los 2 documentos'))
    await settle()
    await user.click(button('Continuar'))
    expect(screen.getByRole('img', { name: 'Tu firma dibujada' })).toBeVisible()
    await user.click(button('Continuar'))
    await identify(user)
    await settle(1200 + 5000 + 2000)
    const [first, second] = callsTo(calls, 'sign-sending').map(({ body }) => body as Record<string, unknown>)
    expect(second?.idempotency_key).not.toBe(first?.idempotency_key)
    expect(screen.getAllByRole('button', { name: /^Descargar / })).toHaveLength(2)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('the present document was cancelled: the page opens another', async () => {
    const served: Served = {
      documents: three(),
      answer: ({ url }) => (url.includes('sign-sending') ? differs() : undefined),
    }
    const { user } = await open(served)
    await readAll(user)
    served.gone = 5
    served.documents = [documentOf(3), documentOf(4), documentOf(5, { state: 'ended', path: null })]
    await signAll(user)
    await settle(500)
    expect(screen.getByRole('heading', { name: 'Contrato.pdf' })).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('Ya no se puede firmar: Reglamento.pdf.')
    expect(button('Firmar los 2 documentos')).toBeVisible()
  })

  test('a document is open for this person only now: it is read before the act', async () => {
    const served: Served = {
      documents: [documentOf(3), documentOf(4), documentOf(5, { state: 'later' })],
      answer: ({ url }) => (url.includes('sign-sending') ? differs() : undefined),
    }
    const { user } = await open(served)
    await go(user, 'Anexo.pdf')
    served.documents = three()
    await signAll(user, 2)
    expect(screen.getByRole('alert')).toHaveTextContent('La lista ya está al día; tu firma dibujada se conserva.')
    expect(screen.getByText(/^Te falta leer:/)).toHaveTextContent('Te falta leer: Reglamento.pdf.')
  })

  test('the same documents have other bytes: each is read again', async () => {
    const served: Served = {
      documents: three(),
      answer: ({ url }) =>
        url.includes('sign-sending') ? refusal(409, 'DOCUMENT_DIFFERS', errorMessages.DOCUMENT_DIFFERS) : undefined,
    }
    const { user, engine } = await open(served)
    await readAll(user)
    await signAll(user)
    await settle(500)
    expect(screen.getByRole('alert')).toHaveTextContent('La lista ya está al día')
    expect(engine.requests).toHaveLength(4)
    expect(screen.getByText(/^Te falta leer:/)).toHaveTextContent('Contrato.pdf, Anexo.pdf')
  })
})

describe('what this tab keeps', () => {
  const reload = async (served: Served) => {
    cleanup()
    // A new page has no memory.
    act(() => changeVisit({ sendingId: 0, email: '' }, {}))
    return open(served, 5)
  }

  test('a reload remembers the documents that were displayed, another person’s link does not', async () => {
    const served: Served = { documents: three() }
    const { user } = await open(served)
    await readAll(user)
    await reload(served)
    expect(button('Firmar los 3 documentos')).toBeVisible()
    await reload({ ...served, email: 'luis@example.com' })
    expect(screen.getByText(/^Te falta leer:/)).toBeVisible()
  })

  test('a drawing is shown in the other documents of its person alone', async () => {
    const served: Served = { documents: three() }
    const { user } = await open(served)
    await user.click(button('Firmar solo este'))
    await settle()
    await user.click(button('Continuar'))
    drawStroke()
    await user.click(button('Cancelar'))
    await settle()
    served.email = 'luis@example.com'
    await go(user, 'Anexo.pdf')
    await user.click(button('Firmar solo este'))
    await settle()
    await user.click(button('Continuar'))
    expect(screen.queryByRole('img', { name: 'Tu firma dibujada' })).toBeNull()
  })
})

test('the page of a document that ended leads to the next one of its sending', async () => {
  const served: Served = {
    documents: three(),
    gone: 3,
    answer: ({ url }) => (url.includes('/sendings/next/') ? { status: 200, body: { path: linkTo(4) } } : undefined),
  }
  const { user } = await open(served)
  expect(screen.getByRole('heading', { name: 'La firma se canceló' })).toBeVisible()
  await user.click(await screen.findByRole('link', { name: 'Siguiente documento' }))
  await settle(500)
  expect(screen.getByRole('heading', { name: 'Anexo.pdf' })).toHaveFocus()
})

test('a person who declines a document reaches the next one', async () => {
  const served: Served = {
    documents: three(),
    answer: ({ url }) => {
      if (url.includes('/decline/')) return { status: 200, body: { success: true } }
      return url.includes('/sendings/next/') ? { status: 200, body: { path: linkTo(4) } } : undefined
    },
  }
  const { user } = await open(served)
  await user.click(button('No voy a firmar'))
  await settle(200)
  const asked = within(screen.getByRole('dialog'))
  await user.type(asked.getByRole('textbox'), 'No estoy de acuerdo')
  await user.click(asked.getByRole('button', { name: 'Rechazar y cancelar la firma' }))
  await settle(200)
  expect(await screen.findByRole('link', { name: 'Siguiente documento' })).toHaveAttribute('href', linkTo(4))
})
