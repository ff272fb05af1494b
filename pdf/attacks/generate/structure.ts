import { type Attack, attacks, overlayBySignature, overlayByStamp, sharedInfo } from '../../src/testing/node/index.ts'
import { type AttackFile, type ExpectedVerdict, WHOLE_PLACE } from './case.ts'
import { smallSigner } from './documents.ts'
import { SIGNED_AT } from './sign-revision.ts'

const VICTIMS = ['ana', 'luis', 'sellado']

const WHY: Readonly<Record<string, string>> = {
  a: 'Validation data or a signature’s own keys name an object of the page, which the update then replaces.',
  b: 'A stranger’s signature names it.',
  c: 'One object is a field’s look and a picture of the page; filling in replaces both.',
  d: 'Some readers search objects behind the last startxref.',
  e: 'Some readers repair the section and find an object that it does not list.',
  f: 'What was signed names an object that was missing, and now comes.',
  g: 'Of two notes, the other one lies on top.',
  h: 'One object serves as harmless metadata and as something that decides what a page shows.',
  i: 'A picture claims to be file structure, which revisions may rewrite.',
  j: 'A missing picture comes as an entry that revisions may add.',
  k: 'A new field covers the page.',
}

const make =
  (attack: Attack): AttackFile['make'] =>
  ({ ana, luis, stranger, stamps }) =>
    attack({
      signer: smallSigner((field) => (field === 'luis' ? luis : ana), stamps),
      stranger: smallSigner(() => stranger, stamps),
      now: SIGNED_AT,
    })

const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const fileOf = (title: string, attack: Attack, right: ExpectedVerdict = 'refuse'): AttackFile => {
  const [letter = '', what = ''] = title.split(': ')
  return {
    file: `${slugOf(title)}.pdf`,
    ...{ class: letter, attack: what, right, victims: VICTIMS },
    ...(right === 'tell' ? { place: WHOLE_PLACE } : {}),
    why: WHY[letter] ?? what,
    source: 'Shadow attacks (Mainka et al., NDSS 2021; pdf-insecurity.org) and ISO 32000-2, 7.5 and 12.8.2.2.',
    make: make(attack),
  }
}

export const structureFiles: readonly AttackFile[] = [
  ...attacks.map(([title, attack]) => fileOf(title, attack)),
  fileOf('k: an invisible time stamp shows a page-sized widget', overlayByStamp),
  fileOf('k: a stranger signs in a new field over the page', overlayBySignature, 'tell'),
  {
    ...fileOf('control: one object is both document properties and form', sharedInfo, 'accept'),
    ...{ file: '0-shared-properties.pdf', attack: 'none: one object is both document properties and form' },
    why: 'PyPDF2 writes such files; nothing was changed.',
  },
]
