import fc from 'fast-check'
import { judgeAddress } from './address.ts'

const kindOf = (address: string): string => judgeAddress(address).kind

test.each([
  'http://example.com/',
  'HTTPS://example.com/a?b=javascript:c',
  'mailto:ana@example.com',
  'tel:+50622222222',
  'ftp://example.com/a.exe',
  'https:\t//example.com',
  '',
])('the address %j may open', (address) => expect(kindOf(address)).toBe('opens'))

test.each([
  ...['anexos/tabla 3.pdf', '../manual.pdf#page=2', '/index.html', '?q=1', '#sección', 'Ver anexo: tabla 2'],
  ...['www.x.cr', 'www.x.cr:8080/a', 'example.com:8080', 'localhost:3000', 'www.x.cr:texto', 'example.com'],
  ...['file:///C:/Manual/anexo.pdf', 'file://C:/anexo.pdf', 'file:anexo.pdf', 'file:/tmp/a.pdf'],
  ...['file://localhost/c$/a.pdf', 'file://../a.pdf', 'C:\\Manual\\anexo.docx', 'c:/a.pdf'],
  ...['htpp://x.cr', 'http//x.cr', 'http;//x.cr', 'htttp://x.cr', 'hhtp://x.cr', 'htp://x.cr', 'ttp://x.cr'],
  ...['hptt://x.cr', 'htps://x.cr', 'hxxps://x.cr', 'http ://x.cr', 'http.://x.cr', 'https//x.cr'],
  ...['mailto ana@x.cr', 'mailto ana@x.cr:', 'malito:ana@x.cr', 'mail to:ana@x.cr', 'correo:ana@x.cr', 'teléfono:2222'],
])('the address %j is broken', (address) => expect(kindOf(address)).toBe('broken'))

test.each([
  ...['javascript:alert(1)', 'java\tscript:alert(1)', 'java script:alert(1)', 'javascript :alert(1)', '\0javascript:x'],
  ...['java\u00adscript:x', '\u202ejavascript:x', 'JavaScript:x', 'vbscript:x', 'data:,x'],
  ...['data :text/html,x', 'ms-msdt:/id x', 'ms-officecmd:{}', 'ms-word:ofe|u|x', 'search-ms:query=x', 'hcp://x'],
  ...[
    '\\\\server\\share',
    '//server/share',
    '/\\server',
    ' \\\\server',
    'file://server/share/a.pdf',
    'file:////server/a',
  ],
  ...[
    'file:\\\\server\\a',
    'file:///\\\\server\\a',
    'file://localhost//server/a',
    'file:%5c%5cserver%5ca',
    'file://10.0.0.1/a',
  ],
  ...[
    'file:///C:/Windows/system32/calc.exe',
    'FILE:///C:/x.exe',
    'file:///x.EXE?y',
    'file:///x.exe#y',
    'file:///x.lnk .',
  ],
  ...['file:///x.ex%65', 'C:\\x.bat', '..\\x.vbs', 'tools/setup.msi', 'file:///x.command', 'file:///a#b.exe'],
  ...['htpp:javascript:alert(1)', 'correo:ms-msdt:/id', 'www:file://server/a', 'htpp:////javascript:x'],
  ...['url:file://server/a', 'url:http://x.cr', 'view-source:http://x.cr', 'jar:http://x.cr!/', 'blob:http://x.cr'],
  ...['shell:startup', 'res://x', 'mk:@msitstore:x', 'mhtml:file://x', 'skype:ana', 'callto:ana', 'zoommtg://x'],
  ...['smb://server/a', 'nfs://server/a', 'afp://server/a', 'ldap://server', 'ssh://server', 'sftp://server'],
  ...['smtp://x', 'nntp://x', 'rtsp://x', 'sstp://x', 'tftp://x', 'ipp://x', 'mailbox:x', 'telnet://x', 'intent://x'],
])('the address %j is dangerous', (address) => expect(kindOf(address)).toBe('dangerous'))

const dangerous = fc.constantFrom('javascript:', 'vbscript:', 'data:', 'ms-msdt:', '\\\\server\\', '//server/')
const noise = fc.constantFrom('\t', '\r\n', '\0', '\u200b', '\ufeff', '\u00ad', '\u202e')

test('characters that viewers skip do not hide a dangerous address', () => {
  fc.assert(
    fc.property(dangerous, noise, fc.nat(), fc.string(), (start, hidden, at, rest) => {
      const place = at % (start.length + 1)
      expect(kindOf(`${start.slice(0, place)}${hidden}${start.slice(place)}${rest}`)).toBe('dangerous')
    }),
  )
})
