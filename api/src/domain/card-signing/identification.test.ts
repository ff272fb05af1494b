import { carriesIdentification } from './identification.ts'

test.each([
  ['nacional', '01-0234-0567', 'CPF-01-0234-0567', true],
  ['nacional', '0102340567', 'CPF-01-0234-0567', true],
  ['nacional', '01-0234-0568', 'CPF-01-0234-0567', false],
  ['nacional', '01-0234-0567', 'NUP-0102340567', false],
  ['nacional', '01-0234-0567', 'CPJ-01-0234-0567', false],
  ['nacional', '01-0234-0567', 'XCPF-01-0234-0567', false],
  ['nacional', '01-0234-0567', 'CPF-01-0234-0567-', false],
  ['nacional', '01-0234-0567', 'CPF-01-0234-0567 y otra', false],
  ['nacional', '01-0234-0567', '01-0234-0567', false],
  ['nacional', 'cédula', 'CPF-', false],
  ['nacional', '', '', false],
  ['extranjero', '155800123456', 'NUP-155800123456', true],
  ['extranjero', '500000000001', 'DIDI-500000000001', true],
  ['extranjero', '155800123456', 'CPF-155800123456', false],
  ['extranjero', '155800123457', 'NUP-155800123456', false],
] as const)(
  'identification %s %s matches the certificate’s serial number %s: %s',
  (type, number, serialNumber, carried) => {
    expect(carriesIdentification(serialNumber, { type, number })).toBe(carried)
  },
)
