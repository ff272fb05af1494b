import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { CertificateReport, SignatureReport, VerificationReport } from 'pdf/verify'
import type { NationalFormat } from 'pdf/verify/national'
import { unansweredCall } from 'shared/http'
import { fakeUrls } from 'shared/testing'
import { pairsOf } from './ask-server.ts'
import type { WriteReportHere } from './etsi-report/report-task.ts'
import type { VerificationTools } from './use-verification.ts'
import { Verifier } from './Verifier.tsx'

const pdf = new File(['%PDF-1.7'], 'Contrato.pdf', { type: 'application/pdf' })
// jsdom's files cannot be read.
Object.defineProperty(File.prototype, 'arrayBuffer', { value: async () => new ArrayBuffer(8), configurable: true })

const anas: CertificateReport = {
  name: 'Ana Mora',
  organisation: undefined,
  identification: undefined,
  email: 'ana@example.com',
  issuer: 'Trazo Platform CA',
  serial: '4f',
  validFrom: new Date('2026-01-01T06:00:00Z'),
  validTo: new Date('2027-01-01T06:00:00Z'),
  key: 'ECDSA P-256',
  trust: 'platform',
  problem: undefined,
  purpose: 'other',
  chain: [Uint8Array.of(1), Uint8Array.of(2), Uint8Array.of(3)],
}
const signature: SignatureReport = {
  kind: 'signature',
  field: 'field_ana',
  verdict: 'valid',
  problems: [],
  certificate: anas,
  time: { source: 'time-stamp', at: new Date('2026-03-14T20:05:09Z'), authority: 'Trazo Platform TSA', isProven: true },
  level: 'B-T',
  revocation: { state: 'unknown', at: undefined },
  hash: 'SHA-256',
  algorithm: 'ECDSA con SHA-256',
  reason: undefined,
  location: undefined,
  covered: 12_345,
  coversWholeFile: true,
  permits: undefined,
  changes: [],
  picture: { state: 'same', differences: [], uncompared: [] },
}
const valid: VerificationReport = { kind: 'signed', verdict: 'valid', signatures: [signature], hidden: 0 }
const tampered: VerificationReport = {
  kind: 'signed',
  verdict: 'suspicious',
  hidden: 1,
  signatures: [
    { ...signature, verdict: 'suspicious', changes: [{ kind: 'page-content', severity: 'suspicious', page: 2 }] },
  ],
}

const open = (given: Partial<VerificationTools> = {}) => {
  const tools: VerificationTools = {
    verifyHere: async () => valid,
    comparePictures: async ({ report }) => report,
    checkSealProof: async () => ({ tone: 'good', title: 'Está en el registro.', details: ['Testigo uno'] }),
    loadAuthorities: async () => ({ roots: [], intermediates: [] }),
    askRevocation: async () => ({ ocsps: [], crls: [] }),
    verifyOnServer: async () => tampered,
    judgeHere: async () => ({ kind: 'unreadable' }),
    writeReportHere: async () => ({ xml: '<ValidationReport/>' }),
    now: () => new Date('2026-03-15T00:00:00Z'),
    ...given,
  }
  render(<Verifier tools={tools} />)
  return userEvent.setup({ applyAccept: false })
}
const chooser = () => screen.getByLabelText(/Arrastra un PDF firmado/)

test('the page states that the file stays in the browser, and shows the verdict of each signature', async () => {
  const user = open()
  expect(screen.getByText(/el archivo no se envía a ninguna parte/)).toBeInTheDocument()
  await user.upload(chooser(), pdf)
  expect(await screen.findByRole('heading', { name: 'Documento firmado y sin cambios' })).toHaveFocus()
  expect(screen.getByRole('status')).toHaveTextContent('1 firma. Todo lo firmado está intacto')
  const card = screen.getByRole('article', { name: 'Ana Mora' })
  expect(card).toHaveTextContent('Válida')
  expect(card).toHaveTextContent('14 de marzo de 2026')
  expect(card).toHaveTextContent('No es firma digital certificada (Ley 8454)')
  expect(card).toHaveTextContent('Nada cambió después.')
})

test('the page shows changes after a signature with their page, and the number of hidden signatures', async () => {
  const user = open({ verifyHere: async () => tampered })
  await user.upload(chooser(), pdf)
  expect(await screen.findByRole('heading', { name: 'Documento sospechoso' })).toBeInTheDocument()
  expect(screen.getByText('Cambió lo que muestra la página (página 2)')).toBeInTheDocument()
  expect(screen.getByText('El archivo contiene 1 firma escondida o retirada del formulario.')).toBeInTheDocument()
})

describe('while the pages are compared', () => {
  const notCompared = { state: 'not-compared', differences: [], uncompared: [] } as const
  const followed: SignatureReport = { ...signature, coversWholeFile: false, covered: 4, picture: notCompared }
  const structure: VerificationReport = { ...valid, signatures: [followed] }
  const waiting = () => {
    const end = Promise.withResolvers<VerificationReport>()
    const options = Promise.withResolvers<Parameters<VerificationTools['comparePictures']>[1]>()
    const comparePictures: VerificationTools['comparePictures'] = (_, given) => {
      options.resolve(given)
      return end.promise
    }
    return { end, options: options.promise, tools: { verifyHere: async () => structure, comparePictures } }
  }

  test('the page shows the signatures and the progress, and no verdict', async () => {
    const { end, options, tools } = waiting()
    const user = open(tools)
    await user.upload(chooser(), pdf)
    expect(await screen.findByRole('heading', { name: 'Falta comparar las páginas' })).toBeInTheDocument()
    expect(screen.getByRole('article', { name: 'Ana Mora' })).toHaveTextContent('Comparando…')
    expect(screen.queryByText(/intacto|no ha cambiado|Válida|Nada cambió/)).not.toBeInTheDocument()
    const { onProgress } = await options
    act(() => onProgress({ renderer: 'first', done: 12, total: 40 }))
    expect(screen.getByRole('progressbar', { name: 'Comparando las páginas: 12 de 40' })).toHaveValue(30)
    act(() => onProgress({ renderer: 'second', done: 1, total: 40 }))
    expect(screen.getByRole('progressbar', { name: /otra vez.*: 1 de 40/ })).toBeInTheDocument()
    const same = { state: 'same', differences: [], uncompared: [] } as const
    await act(async () => end.resolve({ ...valid, signatures: [{ ...followed, picture: same }] }))
    expect(screen.getByRole('heading', { name: 'Documento firmado y sin cambios' })).toHaveFocus()
    expect(screen.getByText('Nada cambió después.')).toBeInTheDocument()
  })

  test('a verdict that no picture can improve is shown at once', async () => {
    const { tools } = waiting()
    const bad = { ...followed, verdict: 'suspicious', changes: [{ kind: 'page-content', severity: 'suspicious' }] }
    const verifyHere = async () => ({ ...structure, verdict: 'suspicious', signatures: [bad] }) as VerificationReport
    const user = open({ ...tools, verifyHere })
    await user.upload(chooser(), pdf)
    expect(await screen.findByRole('heading', { name: 'Documento sospechoso' })).toBeInTheDocument()
    expect(screen.getByRole('article', { name: 'Ana Mora' })).toHaveTextContent('Sospechosa')
  })

  test('cancelling keeps what is known and does not promise that nothing changed', async () => {
    const { options, tools } = waiting()
    const user = open(tools)
    await user.upload(chooser(), pdf)
    await user.click(await screen.findByRole('button', { name: 'Cancelar' }))
    expect((await options).signal.aborted).toBe(true)
    expect(screen.getByRole('region', { name: 'Resultado' })).toHaveTextContent('No se compararon las páginas.')
    expect(screen.queryByText(/intacto|no ha cambiado|sin cambios|Nada cambió/)).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Verificar con el servidor' })).toBeInTheDocument()
  })

  test('if the comparison cannot be loaded the page says so, and compares on request', async () => {
    let calls = 0
    const comparePictures: VerificationTools['comparePictures'] = async ({ report }) => {
      calls += 1
      if (calls === 1) throw Object.assign(new Error('no chunk'), { name: 'ChunkLoadError' })
      return report
    }
    const user = open({ verifyHere: async () => structure, comparePictures })
    await user.upload(chooser(), pdf)
    expect(await screen.findByRole('region', { name: 'Resultado' })).toHaveTextContent('No se compararon las páginas.')
    await user.click(screen.getByRole('button', { name: 'Comparar las páginas' }))
    expect(await screen.findByRole('region', { name: 'Resultado' })).toBeInTheDocument()
    expect(calls).toBe(2)
  })

  test('a file that ends with its signature is not compared', async () => {
    const comparePictures = jest.fn()
    const user = open({ comparePictures })
    await user.upload(chooser(), pdf)
    expect(await screen.findByRole('heading', { name: 'Documento firmado y sin cambios' })).toBeInTheDocument()
    expect(comparePictures).not.toHaveBeenCalled()
  })
})

test('the page shows where a newer signature covers a page and does not call the document intact', async () => {
  const rect = { x: 0.1, y: 0.2, width: 0.5, height: 0.25 }
  const over = { kind: 'signature-field-added', severity: 'notable', field: 'X', page: 2, rect } as const
  const signatures = [{ ...signature, verdict: 'changed' as const, changes: [over] }]
  const user = open({ verifyHere: async () => ({ kind: 'signed', verdict: 'changed', signatures, hidden: 0 }) })
  await user.upload(chooser(), pdf)
  expect(
    await screen.findByText(/página 2: ocupa 50 % del ancho y 25 % del alto, a 10 % de la izquierda/),
  ).toBeVisible()
  expect(screen.queryByText(/intacto/)).not.toBeInTheDocument()
})

test('a signature with an unsupported algorithm is not called suspicious, and its algorithm is named', async () => {
  const signatures = [
    { ...signature, verdict: 'unchecked' as const, algorithm: 'ML-DSA-65', problems: ['algorithm' as const] },
  ]
  const user = open({ verifyHere: async () => ({ kind: 'signed', verdict: 'unchecked', signatures, hidden: 0 }) })
  await user.upload(chooser(), pdf)
  expect(await screen.findByText(/No podemos comprobar esta firma: usa ML-DSA-65/)).toBeVisible()
  expect(screen.queryByText(/No te fíes/)).not.toBeInTheDocument()
})

test.each(['unknown', 'unchecked'] as const)(
  'a weak signature that is %s is not trusted, and the reason is named',
  async (verdict) => {
    const distrust = ['usa SHA-1, que ya no es seguro']
    const signatures = [
      { ...signature, verdict, algorithm: 'RSA con SHA-1', problems: ['weak-hash' as const], distrust },
    ]
    const user = open({ verifyHere: async () => ({ kind: 'signed', verdict, signatures, hidden: 0 }) })
    await user.upload(chooser(), pdf)
    expect(await screen.findByText(/^No podemos confiar en esta firma: usa SHA-1/)).toBeVisible()
    expect(screen.getByText('RSA con SHA-1')).toBeInTheDocument()
    expect(screen.queryByText(/intacto|no ha cambiado/)).not.toBeInTheDocument()
  },
)

test.each<[VerificationReport, string]>([
  [{ kind: 'unsigned', pages: 2 }, 'El documento no tiene firmas'],
  [{ kind: 'unreadable', code: 'PDF_ENCRYPTED', claims: 0 }, 'El PDF está protegido con contraseña'],
  [{ kind: 'unreadable', code: 'PDF_MALFORMED', claims: 2 }, 'El PDF está dañado'],
  [{ kind: 'unreadable', code: 'PDF_NOT_A_PDF', claims: 0 }, 'No es un PDF'],
])('for the report %j the page shows the title: %s', async (report, title) => {
  const user = open({ verifyHere: async () => report })
  await user.upload(chooser(), pdf)
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Consultar si fueron revocados' })).not.toBeInTheDocument()
})

test('the drop area refuses a file that is not a PDF', async () => {
  const user = open()
  await user.upload(chooser(), new File(['x'], 'foto.png', { type: 'image/png' }))
  expect(screen.getByText('Elige un archivo PDF.')).toBeInTheDocument()
})

test('a running verification shows its progress and can be cancelled', async () => {
  let given: AbortSignal | undefined
  const user = open({
    verifyHere: (_task, { onProgress, signal }) => {
      given = signal
      onProgress(0.5)
      return new Promise(() => undefined)
    },
  })
  await user.upload(chooser(), pdf)
  expect(await screen.findByRole('progressbar')).toHaveAttribute('value', '50')
  await user.click(screen.getByRole('button', { name: 'Cancelar' }))
  expect(given?.aborted).toBe(true)
  expect(chooser()).toBeInTheDocument()
})

test('the page queries revocation only on request, with pairs of certificates', async () => {
  const asked: VerificationReport[] = []
  const known = { ...signature, revocation: { state: 'good', at: new Date('2026-03-15T00:00:00Z') } } as const
  const user = open({
    verifyHere: async ({ revocation }) => ({ ...valid, signatures: [revocation.ocsps.length > 0 ? known : signature] }),
    askRevocation: async (report) => {
      asked.push(report)
      return { ocsps: [Uint8Array.of(9)], crls: [] }
    },
  })
  await user.upload(chooser(), pdf)
  expect(await screen.findByText('No sabemos si fue revocado.')).toBeInTheDocument()
  expect(asked).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Consultar si fueron revocados' }))
  expect(await screen.findByText(/No revocado, según se sabía el 14 de marzo de 2026/)).toBeInTheDocument()
  expect(asked).toEqual([valid])
  expect(pairsOf(valid)).toEqual([
    ['AQ==', 'Ag=='],
    ['Ag==', 'Aw=='],
  ])
})

test('the page sends the file to the server only on request, and marks the verdict as the server’s', async () => {
  const sent: File[] = []
  const user = open({
    verifyOnServer: async (file) => {
      sent.push(file)
      return tampered
    },
  })
  await user.upload(chooser(), pdf)
  await screen.findByRole('heading', { name: 'Documento firmado y sin cambios' })
  expect(sent).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Verificar con el servidor' }))
  expect(await screen.findByText('Comprobado en el servidor, que no guardó el archivo.')).toBeInTheDocument()
  expect(sent).toEqual([pdf])
})

test('a browser that cannot verify shows an error and offers the server', async () => {
  const reported = jest.spyOn(globalThis, 'reportError').mockImplementation(() => undefined)
  const user = open({ verifyHere: () => Promise.reject(new Error('no WebCrypto')) })
  await user.upload(chooser(), pdf)
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText(/Este navegador no pudo comprobar el archivo/)).toBeInTheDocument()
  expect(reported).toHaveBeenCalledTimes(1)
  reported.mockRestore()
  await user.click(screen.getByRole('button', { name: 'Verificar con el servidor' }))
  expect(await screen.findByRole('heading', { name: 'Documento sospechoso' })).toBeInTheDocument()
})

describe('the national format of Costa Rica', () => {
  const certificate = { ...anas, trust: 'national', purpose: 'signature' } as const
  const national: SignatureReport = { ...signature, certificate, revocation: { state: 'good', at: undefined } }
  const reportOf = (one: SignatureReport): VerificationReport => ({
    kind: 'signed',
    verdict: 'valid',
    signatures: [one],
    hidden: 0,
  })
  const judged: NationalFormat = {
    kind: 'judged',
    outcome: 'not-met',
    rules: [
      { rule: 'store', state: 'met', reason: undefined, about: [] },
      { rule: 'time-stamps', state: 'not-met', reason: undefined, about: ['field_ana'] },
      { rule: 'certificates', state: 'not-judged', reason: 'unknown-chain', about: [] },
    ],
  }

  test('a national signature is shown as certified, with the rules that are met, unmet and not judged', async () => {
    const user = open({ verifyHere: async () => reportOf(national), judgeHere: async () => judged })
    await user.upload(chooser(), pdf)
    expect(await screen.findByText('Firma digital certificada (Costa Rica)')).toBeInTheDocument()
    const missing = within(await screen.findByRole('region', { name: 'Qué falta' }))
    expect(missing.getByRole('listitem')).toHaveTextContent(
      /Hay firmas sin sello de tiempo.*Pide que se firme.*Código 16.*Ana Mora/,
    )
    expect(screen.getByRole('region', { name: 'Sin revisar' })).toHaveTextContent('No conocemos a la autoridad')
    expect(screen.getByRole('region', { name: 'Cumple' })).toHaveTextContent('Código 6')
  })

  test.each<[string, Partial<SignatureReport>]>([
    ['not proven good', { revocation: { state: 'unknown', at: undefined } }],
    ['for authentication', { certificate: { ...certificate, purpose: 'authentication' } }],
    ['of a simulator', { certificate: { ...certificate, trust: 'simulator' } }],
    ['suspicious', { verdict: 'suspicious' }],
  ])('a national signature is not called certified when its certificate or verdict is %s', async (_, change) => {
    const user = open({ verifyHere: async () => reportOf({ ...national, ...change }) })
    await user.upload(chooser(), pdf)
    expect(await screen.findByRole('article', { name: 'Ana Mora' })).toBeInTheDocument()
    expect(screen.queryByText('Firma digital certificada (Costa Rica)')).not.toBeInTheDocument()
  })

  test('the page checks the format of other signatures on request, and again after a failure', async () => {
    let calls = 0
    const judgeHere = async (): Promise<NationalFormat> => {
      calls += 1
      if (calls === 1) throw Object.assign(new Error('no worker'), { name: 'ChunkLoadError' })
      return judged
    }
    const user = open({ judgeHere })
    await user.upload(chooser(), pdf)
    await user.click(await screen.findByRole('button', { name: 'Revisar el formato oficial' }))
    await user.click(await screen.findByRole('button', { name: 'Intentar de nuevo' }))
    expect(await screen.findByText('No cumple el formato oficial')).toBeInTheDocument()
    expect(calls).toBe(2)
  })
})

describe('the report as XML', () => {
  const saved = jest.fn<void, [string]>()
  beforeEach(() => {
    saved.mockClear()
    Object.assign(URL, fakeUrls())
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved(this.download)
    })
  })
  afterEach(() => jest.restoreAllMocks())
  const unfold = async (given: Partial<VerificationTools>) => {
    const user = open(given)
    await user.upload(chooser(), pdf)
    await user.click(await screen.findByText('Informe técnico (XML)'))
    return user
  }
  const download = () => screen.getByRole('button', { name: 'Descargar el informe' })

  test('it states the moment and the evidence of the verdict that is shown', async () => {
    const moments = [1, 2, 3, 4, 5, 6, 7, 8].map((hour) => new Date(Date.UTC(2026, 2, 15, hour)))
    const verified: unknown[] = []
    const writeReportHere = jest.fn<ReturnType<WriteReportHere>, Parameters<WriteReportHere>>()
    writeReportHere.mockResolvedValue({ xml: '<ValidationReport/>' })
    const evidence = { ocsps: [Uint8Array.of(1)], crls: [] }
    const user = await unfold({
      writeReportHere,
      askRevocation: async () => evidence,
      now: () => moments.shift() ?? new Date(0),
      verifyHere: async ({ now }) => {
        verified.push(now)
        return valid
      },
    })
    await user.click(download())
    expect(saved).toHaveBeenCalledWith('Contrato - informe.xml')
    await user.click(screen.getByRole('button', { name: 'Consultar si fueron revocados' }))
    await user.click(await screen.findByText('Informe técnico (XML)'))
    await user.click(download())
    expect(saved).toHaveBeenCalledTimes(2)
    expect(writeReportHere.mock.calls.map(([{ now }]) => now)).toEqual(verified)
    expect(writeReportHere.mock.calls.map(([{ revocation }]) => revocation)).toEqual([
      { ocsps: [], crls: [] },
      evidence,
    ])
  })

  test('a failure says so, saves nothing, and another try is possible', async () => {
    const writeReportHere = jest.fn<ReturnType<WriteReportHere>, Parameters<WriteReportHere>>()
    writeReportHere.mockResolvedValueOnce({ xml: undefined }).mockResolvedValue({ xml: '<ValidationReport/>' })
    const user = await unfold({ writeReportHere })
    await user.click(download())
    expect(await screen.findByText(/No pudimos preparar el informe/)).toBeVisible()
    expect(saved).not.toHaveBeenCalled()
    await user.click(download())
    expect(saved).toHaveBeenCalledTimes(1)
    expect(screen.queryByText(/No pudimos preparar el informe/)).toBeNull()
  })

  test('a file without signatures has none', async () => {
    const user = open({ verifyHere: async () => ({ kind: 'unsigned', pages: 1 }) })
    await user.upload(chooser(), pdf)
    expect(await screen.findByRole('heading', { name: 'El documento no tiene firmas' })).toBeVisible()
    expect(screen.queryByText('Informe técnico (XML)')).toBeNull()
  })
})

describe('a proof of the log of seals', () => {
  const proof = new File(['c2sp.org/tlog-proof@v1'], 'sellos.tlog-proof')
  const choose = async (given: Partial<VerificationTools>, file = proof) => {
    const user = open(given)
    await user.upload(screen.getByLabelText(/PDF firmado/), pdf)
    await user.click(await screen.findByText('¿Tienes su prueba del registro público de sellos?'))
    await user.upload(screen.getByLabelText(/sellos\.tlog-proof/), file)
    return user
  }

  test('the page says what it shows', async () => {
    await choose({})
    expect(await screen.findByText('Está en el registro.')).toBeVisible()
    expect(screen.getByText('Testigo uno')).toBeVisible()
  })

  test('a failure keeps the result, and another try is possible', async () => {
    const offline = () => Promise.reject(new TypeError('Failed to fetch')).catch(unansweredCall)
    const words = { tone: 'bad', title: 'No muestra nada.', details: [] }
    const checkSealProof = jest.fn().mockImplementationOnce(offline).mockResolvedValue(words)
    const user = await choose({ checkSealProof })
    expect(await screen.findByText(/conexión/)).toBeVisible()
    await user.upload(screen.getByLabelText(/sellos\.tlog-proof/), proof)
    expect(await screen.findByText('No muestra nada.')).toBeVisible()
    expect(screen.getByRole('region', { name: 'Resultado' })).toBeVisible()
  })

  test('a large file is no proof', async () => {
    const checkSealProof = jest.fn()
    await choose({ checkSealProof }, new File(['x'.repeat(200_001)], 'otro.tlog-proof'))
    expect(await screen.findByText(/^Esto no es una prueba/)).toBeVisible()
    expect(checkSealProof).not.toHaveBeenCalled()
  })
})
