import { asciiBytes, type PdfObject, type PdfRef, pdfArray, pdfDict, pdfName, pdfRef, pdfStream } from 'pdf'
import { blotForm } from './blots.ts'
import { add, append, type Draft, dictAt, formOf, itemsAt, pageOf, patch, put } from './draft.ts'
import {
  addField,
  addFormFont,
  blank,
  FIELD,
  looks,
  namedField,
  SMALL,
  type Trap,
  text,
  WHOLE_PAGE,
} from './trap-fields.ts'
import { TWISTS } from './twists.ts'

const TX = { FT: pdfName('Tx'), DA: text('/F1 10 Tf 0 g') } as const

const partOf = (draft: Draft, key: string): PdfRef => {
  const part = dictAt(draft, pdfRef(namedField(draft, FIELD)))?.entries.get(key)
  if (typeof part !== 'object' || part?.kind !== 'ref') throw new Error(`${key} is indirect`)
  return part
}

const kidOf = (draft: Draft, index: number): number => {
  const kid = itemsAt(draft, dictAt(draft, pdfRef(namedField(draft, FIELD)))?.entries.get('Kids'))[index]
  if (typeof kid !== 'object' || kid?.kind !== 'ref') throw new Error('a field with widgets')
  return kid.num
}

/** A field with a small and a large widget. */
function addFamily(draft: Draft, entries: Record<string, PdfObject>, widgets: Record<string, PdfObject> = {}): true {
  const parent = add(draft, pdfDict({}))
  const kids = [SMALL, WHOLE_PAGE].map((rect) =>
    add(
      draft,
      pdfDict({
        Type: pdfName('Annot'),
        Subtype: pdfName('Widget'),
        F: 4,
        Parent: parent,
        Rect: pdfArray(rect),
        ...widgets,
      }),
    ),
  )
  patch(draft, parent.num, { T: text(FIELD), Kids: pdfArray(kids), ...entries })
  append(draft, pageOf(draft), 'Annots', kids)
  append(draft, formOf(draft), 'Fields', [parent])
  return true
}

const signatureOf = (draft: Draft): PdfObject => {
  const signed = draft.document.signatureFields().find(({ signed: isSigned }) => isSigned)
  const value = signed?.dict.entries.get('V')
  if (value === undefined) throw new Error('a signature')
  return value
}

const fill = (draft: Draft, entries: Record<string, PdfObject | undefined>): void =>
  patch(draft, namedField(draft, FIELD), { V: text('x'), ...entries })

/** An update changes an indirect part of a field, or another widget. */
export const indirectTraps: readonly Trap[] = [
  {
    name: 'indirect-rectangle',
    lay: (draft) => addField(draft, { T: text(FIELD), ...TX, Rect: add(draft, pdfArray(SMALL)) }) > 0,
    spring: (draft) => {
      fill(draft, { AP: looks(draft) })
      put(draft, partOf(draft, 'Rect').num, pdfArray(WHOLE_PAGE))
    },
  },
  {
    name: 'indirect-flags',
    lay: (draft) =>
      addField(draft, { T: text(FIELD), ...TX, Rect: pdfArray(WHOLE_PAGE), F: add(draft, 6), AP: looks(draft) }) > 0,
    spring: (draft, _, random) => {
      if (random.chance(0.5)) fill(draft, {})
      put(draft, partOf(draft, 'F').num, 4)
    },
  },
  {
    name: 'indirect-state',
    lay: (draft) => {
      const states = pdfDict({ N: pdfDict({ On: add(draft, blotForm()), Off: add(draft, blank()) }) })
      const more = { V: pdfName('Off'), AS: add(draft, pdfName('Off')), AP: states }
      return addField(draft, { T: text(FIELD), FT: pdfName('Btn'), Rect: pdfArray(WHOLE_PAGE), ...more }) > 0
    },
    spring: (draft, _, random) => {
      if (random.chance(0.5)) patch(draft, namedField(draft, FIELD), { V: pdfName('On') })
      put(draft, partOf(draft, 'AS').num, pdfName('On'))
    },
  },
  {
    name: 'indirect-default-look',
    lay: (draft) => {
      const look = add(draft, text('/F1 10 Tf 1 g'))
      return (
        addField(draft, { T: text(FIELD), FT: pdfName('Tx'), DA: look, V: text('5 000'), Rect: pdfArray(WHOLE_PAGE) }) >
        0
      )
    },
    spring: (draft, _, random) => {
      if (random.chance(0.5)) fill(draft, { V: text('9 000') })
      put(draft, partOf(draft, 'DA').num, text('/F1 40 Tf 1 0 0 rg'))
    },
  },
  {
    name: 'field-of-another-page',
    lay: (draft) => {
      const other = pageOf(draft, draft.document.pageCount)
      return addField(draft, { T: text(FIELD), ...TX, Rect: pdfArray(WHOLE_PAGE), P: pdfRef(other) }) > 0
    },
    spring: (draft) => fill(draft, { AP: looks(draft) }),
  },
  {
    name: 'twins',
    lay: (draft) => {
      addField(draft, { T: text(FIELD), ...TX, Rect: pdfArray(WHOLE_PAGE) })
      return addField(draft, { T: text(FIELD), ...TX, Rect: pdfArray(SMALL) }) > 0
    },
    spring: (draft) => fill(draft, { AP: looks(draft) }),
  },
  {
    name: 'value-of-the-parent',
    lay: (draft) => addFamily(draft, TX),
    spring: (draft) => fill(draft, { V: text('XXXXXXXX') }),
  },
  {
    name: 'signature-with-two-widgets',
    lay: (draft) => addFamily(draft, { FT: pdfName('Sig') }),
    spring: (draft, sign) => {
      patch(draft, kidOf(draft, 1), { AP: looks(draft) })
      sign(namedField(draft, FIELD))
    },
  },
  {
    name: 'radio',
    lay: (draft) => {
      const states = pdfDict({ N: pdfDict({ A: add(draft, blotForm()), Off: add(draft, blank()) }) })
      return addFamily(
        draft,
        { FT: pdfName('Btn'), Ff: 1 << 15, V: pdfName('Off') },
        { AS: pdfName('Off'), AP: states },
      )
    },
    spring: (draft, _, random) => {
      if (random.chance(0.7)) patch(draft, namedField(draft, FIELD), { V: pdfName('A') })
      patch(draft, kidOf(draft, 1), { AS: pdfName('A') })
    },
  },
  {
    name: 'shared-look',
    lay: (draft) => {
      const AP = looks(draft, blank())
      addField(draft, { T: text('hermano'), ...TX, Rect: pdfArray(WHOLE_PAGE), AP })
      return addField(draft, { T: text(FIELD), ...TX, Rect: pdfArray(SMALL), AP }) > 0
    },
    spring: (draft) => {
      const look = dictAt(draft, dictAt(draft, pdfRef(namedField(draft, FIELD)))?.entries.get('AP'))?.entries.get('N')
      fill(draft, {})
      if (typeof look === 'object' && look?.kind === 'ref') put(draft, look.num, blotForm())
    },
  },
  {
    name: 'borrowed-signature',
    lay: (draft) => addField(draft, { T: text(FIELD), FT: pdfName('Sig'), Rect: pdfArray(WHOLE_PAGE) }) > 0,
    spring: (draft) => patch(draft, namedField(draft, FIELD), { V: signatureOf(draft), AP: looks(draft) }),
  },
  {
    name: 'box-with-odd-look',
    mayBeUnseen: true,
    lay: (draft, random) => {
      const twisted = random.maybePick(TWISTS.filter(({ look }) => look !== undefined))
      const on = twisted?.look?.(blotForm()) ?? blotForm()
      const states = pdfDict({ N: pdfDict({ On: add(draft, on), Off: add(draft, blank()) }) })
      const more = { V: pdfName('Off'), AS: pdfName('Off'), AP: states }
      return addField(draft, { T: text(FIELD), FT: pdfName('Btn'), Rect: pdfArray(SMALL), ...more }) > 0
    },
    spring: (draft) => fill(draft, { V: pdfName('On'), AS: pdfName('On') }),
  },
  {
    name: 'background-of-an-empty-field',
    lay: (draft) => {
      const MK = add(draft, pdfDict({}))
      return addField(draft, { T: text(FIELD), ...TX, Rect: pdfArray(WHOLE_PAGE), MK }) > 0
    },
    spring: (draft, _, random) => {
      if (random.chance(0.5)) fill(draft, { V: text('9') })
      put(draft, partOf(draft, 'MK').num, pdfDict({ BG: pdfArray([1, 0, 1]), BC: pdfArray([1, 0, 0]) }))
    },
  },
  {
    name: 'list-of-fields',
    lay: (draft) => {
      const hidden = pdfDict({
        ...{ Type: pdfName('Annot'), Subtype: pdfName('Widget'), T: text('suelto'), F: 4, Rect: pdfArray(WHOLE_PAGE) },
        ...{ ...TX, AP: looks(draft, blank()) },
      })
      // On the page, but no field of the form.
      append(draft, pageOf(draft), 'Annots', [add(draft, hidden)])
      return addField(draft, { T: text(FIELD), ...TX, Rect: pdfArray(SMALL) }) > 0
    },
    spring: (draft) => {
      fill(draft, {})
      const annots = itemsAt(draft, dictAt(draft, pdfRef(pageOf(draft)))?.entries.get('Annots'))
      const loose = annots.find((each) => {
        const title = dictAt(draft, each)?.entries.get('T')
        return typeof title === 'object' && title?.kind === 'string' && Buffer.from(title.bytes).includes('suelto')
      })
      if (typeof loose === 'object' && loose?.kind === 'ref')
        patch(draft, loose.num, { V: text('x'), AP: looks(draft) })
    },
  },
  {
    name: 'orphan-widget',
    lay: (draft) => {
      const parent = pdfRef(addField(draft, { T: text(FIELD), ...TX, Rect: pdfArray(SMALL) }))
      // The field does not list it among its kids.
      const orphan = {
        Type: pdfName('Annot'),
        Subtype: pdfName('Widget'),
        F: 4,
        Parent: parent,
        Rect: pdfArray(WHOLE_PAGE),
      }
      append(draft, pageOf(draft), 'Annots', [add(draft, pdfDict(orphan))])
      return true
    },
    spring: (draft) => fill(draft, { V: text('XXXXXXXX') }),
  },
  {
    name: 'look-asks-for-form-font',
    mayBeUnseen: true,
    lay: (draft) => {
      const look = pdfStream(
        pdfDict({ Type: pdfName('XObject'), Subtype: pdfName('Form'), BBox: pdfArray([0, 0, 100, 20]) }),
        asciiBytes('BT /Ge 14 Tf 2 4 Td (5 000) Tj ET'),
      )
      return addField(draft, { T: text(FIELD), ...TX, Rect: pdfArray([20, 175, 120, 195]), AP: looks(draft, look) }) > 0
    },
    spring: (draft) => addFormFont(draft),
  },
]
