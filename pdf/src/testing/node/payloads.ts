import type { FindingCode } from '../../screen/finding.ts'
import { deflated, hex, type Payload } from './hide.ts'

const onOpen = (...objects: string[]): Payload => ({ objects, catalog: '/OpenAction 10 0 R' })
const onClick = (action: string, ...objects: string[]): Payload => ({
  objects: ['<</Type /Annot /Subtype /Link /Rect [0 0 9 9] /A 11 0 R>>', action, ...objects],
  page: '/Annots [10 0 R]',
})
const annotation = (entries: string, ...objects: string[]): Payload => ({
  objects: [`<</Type /Annot /Rect [0 0 9 9] ${entries}>>`, ...objects],
  page: '/Annots [10 0 R]',
})
const alert = hex('app.alert(1)')
let packed: string | undefined
/** Takes a quarter of a second. */
const packedZeros = (): string => {
  packed ??= deflated('', new Uint8Array(70 * 1024 * 1024))
  return packed
}

/** Inert, but of the form that screening searches. */
export const payloads: readonly (readonly [title: string, code: FindingCode, payload: Payload])[] = [
  ['JavaScript', 'PDF_MALICIOUS_JAVASCRIPT', onClick(`<</S /JavaScript /JS ${alert}>>`)],
  ['JavaScript at opening', 'PDF_MALICIOUS_JAVASCRIPT', onOpen(`<</S /JavaScript /JS ${alert}>>`)],
  [
    'JavaScript in a compressed stream',
    'PDF_MALICIOUS_JAVASCRIPT',
    onClick('<</S /JavaScript /JS 12 0 R>>', deflated('', 'app.alert(1)')),
  ],
  ['a type by reference', 'PDF_MALICIOUS_JAVASCRIPT', onClick(`<</S 12 0 R /JS ${alert}>>`, '/JavaScript')],
  [
    'JavaScript in the name tree',
    'PDF_MALICIOUS_JAVASCRIPT',
    {
      objects: [`<</Names [(a) 11 0 R]>>`, `<</S /JavaScript /JS ${alert}>>`],
      catalog: '/Names <</JavaScript 10 0 R>>',
    },
  ],
  [
    'JavaScript as the next action',
    'PDF_MALICIOUS_JAVASCRIPT',
    onClick(`<</S /GoTo /D [3 0 R /Fit] /Next [<</S /JavaScript /JS ${alert}>>]>>`),
  ],
  [
    'a script that begins as a format',
    'PDF_MALICIOUS_JAVASCRIPT',
    onClick(`<</S /JavaScript /JS ${hex('AFNumber_Format(2);app.alert(1)')}>>`),
  ],
  ['a program', 'PDF_MALICIOUS_LAUNCH', onClick('<</S /Launch /F (calc.exe)>>')],
  ['a program for Windows', 'PDF_MALICIOUS_LAUNCH', onClick('<</S /Launch /Win <</F (cmd.exe) /P (x)>>>>')],
  ['imported data', 'PDF_MALICIOUS_IMPORTDATA', onClick('<</S /ImportData /F (a.fdf)>>')],
  ['a form that is sent', 'PDF_MALICIOUS_SUBMITFORM', onClick(`<</S /SubmitForm /F ${hex('a.php')}>>`)],
  ['another file', 'PDF_MALICIOUS_REMOTE_GOTO', onClick('<</S /GoToR /F (b.pdf) /D [0 /Fit]>>')],
  ['an embedded target', 'PDF_MALICIOUS_REMOTE_GOTO', onClick('<</S /GoToE /T <</R /C /N (x)>> /D [0 /Fit]>>')],
  [
    'a network share',
    'PDF_MALICIOUS_REMOTE_FILE',
    onClick(`<</S /GoToR /F ${hex('\\\\server.example\\share')} /D [0 /Fit]>>`),
  ],
  ['a file by URL', 'PDF_MALICIOUS_REMOTE_FILE', annotation('/FSpec 11 0 R', '<</FS /URL /F (a)>>')],
  ['a script address', 'PDF_MALICIOUS_URI', onClick(`<</S /URI /URI ${hex('java\tscript:alert(1)')}>>`)],
  ['a file address', 'PDF_MALICIOUS_URI', onClick(`<</S /URI /URI ${hex(' FILE:///C:/x.exe')}>>`)],
  ['a protocol of a program', 'PDF_MALICIOUS_URI', onClick(`<</S /URI /URI ${hex('ms-msdt:/id x')}>>`)],
  ['a file of another computer', 'PDF_MALICIOUS_URI', onClick(`<</S /URI /URI ${hex('file://server.example/a')}>>`)],
  ['an address in UTF-16', 'PDF_MALICIOUS_URI', onClick('<</S /URI /URI <FEFF0064006100740061003A0061>>>')],
  ['an action at opening', 'PDF_AUTO_ACTION', onOpen('<</S /Named /N /Print>>')],
  ['an action of the page', 'PDF_AUTO_ACTION', { objects: ['<</S /ResetForm>>'], page: '/AA <</O 10 0 R>>' }],
  ['an action at printing', 'PDF_AUTO_ACTION', { objects: ['<</WP <</S /Hide>>>>'], catalog: '/AA 10 0 R' }],
  ['a video', 'PDF_ACTIVE_MEDIA', annotation('/Subtype /Movie')],
  ['Flash', 'PDF_ACTIVE_MEDIA', annotation('/Subtype /RichMedia')],
  ['a rendition', 'PDF_ACTIVE_MEDIA', onClick('<</S /Rendition /OP 0>>')],
  ['a 3D model', 'PDF_ACTIVE_MEDIA', annotation('/3DD 11 0 R', deflated('/Type /3D /Subtype /U3D', 'x'))],
  [
    'an attachment',
    'PDF_MALICIOUS_EMBEDDED_FILE',
    {
      objects: ['<</Names [(a) 11 0 R]>>', '<</Type /Filespec /F (a) /EF <</F 12 0 R>>>>', deflated('', 'MZ')],
      catalog: '/Names <</EmbeddedFiles 10 0 R>>',
    },
  ],
  ['an attached note', 'PDF_MALICIOUS_EMBEDDED_FILE', annotation('/Subtype /FileAttachment')],
  [
    'content in another file',
    'PDF_EXTERNAL_STREAM',
    { objects: ['<</F (other.bin) /Length 0>>\nstream\n\nendstream'], page: '/Contents 10 0 R' },
  ],
  ['a portfolio', 'PDF_PORTFOLIO', { objects: ['<</View /D>>'], catalog: '/Collection 10 0 R' }],
  ['an XFA form', 'PDF_XFA', { objects: ['<</Fields [] /XFA [(a) (b)]>>'], catalog: '/AcroForm 10 0 R' }],
  [
    'code in a font matrix',
    'PDF_INJECTION_FONT',
    { objects: ['<</Type /Font /FontMatrix [1 2 3 4 5 (x\\);alert\\(1)]>>'], page: '/F 10 0 R' },
  ],
  [
    'code in a font program',
    'PDF_INJECTION_FONT',
    {
      objects: ['<</FontFile 11 0 R>>', deflated('', '/FontMatrix [1 0 0 1 0 (x);alert(1)] def')],
      page: '/F 10 0 R',
    },
  ],
  [
    'markup in XMP',
    'PDF_INJECTION_METADATA',
    { objects: [deflated('/Type /Metadata', '<rdf:li>&lt;script>x()')], catalog: '/Metadata 10 0 R' },
  ],
  ['markup in the title', 'PDF_INJECTION_METADATA', { objects: [`<</Title ${hex('<img src=x onerror=x()>')}>>`] }],
  ['markup in a note', 'PDF_INJECTION_TEXT', annotation(`/Subtype /Text /Contents ${hex('<script>x()</script>')}`)],
  ['markup in a field', 'PDF_INJECTION_TEXT', annotation(`/FT /Tx /V ${hex('<iframe src=x>')}`)],
  [
    'a picture from the network in the author of a note',
    'PDF_INJECTION_TEXT',
    annotation(`/Subtype /Text /T ${hex('<img src=https://example.com/x.png>')}`),
  ],
  [
    'a script in a calculation',
    'PDF_INJECTION_FUNCTION',
    { objects: [deflated('/FunctionType 4 /Domain [0 1] /Range [0 1]', '{1};app.alert(1)')], page: '/F 10 0 R' },
  ],
  [
    'more annotations than a viewer shows',
    'PDF_HEAVY_ANNOTATIONS',
    { objects: ['<</Subtype /Text /Rect [0 0 9 9]>>'], page: `/Annots [${'10 0 R '.repeat(2001)}]` },
  ],
  [
    'a large annotation',
    'PDF_HEAVY_ANNOTATIONS',
    annotation('/Subtype /Ink /AP <</N 11 0 R>>', deflated('/Subtype /Form', ' '.repeat(2 * 1024 * 1024 + 1))),
  ],
  [
    'a bomb',
    'PDF_BOMB',
    {
      get objects() {
        return [packedZeros()]
      },
      page: '/Contents 10 0 R',
    },
  ],
]
