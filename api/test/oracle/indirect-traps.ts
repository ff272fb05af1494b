import { array, ascii, dict, name, type PdfObject, type PdfRef, ref, stream } from 'pdf'
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

const TX = { FT: name('Tx'), DA: text('/F1 10 Tf 0 g') } as const

const partOf = (draft: Draft, key: string): PdfRef => {
  const part = dictAt(draft, ref(namedField(draft, FIELD)))?.entries.get(key)
  if (typeof part !== 'object' || part?.kind !== 'ref') throw new Error(`${key} is indirect`)
  return part
}

const kidOf = (draft: Draft, index: number): number => {
  const kid = itemsAt(draft, dictAt(draft, ref(namedField(draft, FIELD)))?.entries.get('Kids'))[index]
  if (typeof kid !== 'object' || kid?.kind !== 'ref') throw new Error('a field with widgets')
  return kid.num
}

/** A field with a small and a large widget. */
function addFamily(draft: Draft, entries: Record<string, PdfObject>, widgets: Record<string, PdfObject> = {}): true {
  const parent = add(draft, dict({}))
  const kids = [SMALL, WHOLE_PAGE].map((rect) =>
    add(
      draft,
      dict({ Type: name('Annot'), Subtype: name('Widget'), F: 4, Parent: parent, Rect: array(rect), ...widgets }),
    ),
  )
  patch(draft, parent.num, { T: text(FIELD), Kids: array(kids), ...entries })
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
    lay: (draft) => addField(draft, { T: text(FIELD), ...TX, Rect: add(draft, array(SMALL)) }) > 0,
    spring: (draft) => {
      fill(draft, { AP: looks(draft) })
      put(draft, partOf(draft, 'Rect').num, array(WHOLE_PAGE))
    },
  },
  {
    name: 'indirect-flags',
    lay: (draft) =>
      addField(draft, { T: text(FIELD), ...TX, Rect: array(WHOLE_PAGE), F: add(draft, 6), AP: looks(draft) }) > 0,
    spring: (draft, _, random) => {
      if (random.chance(0.5)) fill(draft, {})
      put(draft, partOf(draft, 'F').num, 4)
    },
  },
  {
    name: 'indirect-state',
    lay: (draft) => {
      const states = dict({ N: dict({ On: add(draft, blotForm()), Off: add(draft, blank()) }) })
      const more = { V: name('Off'), AS: add(draft, name('Off')), AP: states }
      return addField(draft, { T: text(FIELD), FT: name('Btn'), Rect: array(WHOLE_PAGE), ...more }) > 0
    },
    spring: (draft, _, random) => {
      if (random.chance(0.5)) patch(draft, namedField(draft, FIELD), { V: name('On') })
      put(draft, partOf(draft, 'AS').num, name('On'))
    },
  },
  {
    name: 'indirect-default-look',
    lay: (draft) => {
      const look = add(draft, text('/F1 10 Tf 1 g'))
      return (
        addField(draft, { T: text(FIELD), FT: name('Tx'), DA: look, V: text('5 000'), Rect: array(WHOLE_PAGE) }) > 0
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
      return addField(draft, { T: text(FIELD), ...TX, Rect: array(WHOLE_PAGE), P: ref(other) }) > 0
    },
    spring: (draft) => fill(draft, { AP: looks(draft) }),
  },
  {
    name: 'twins',
    lay: (draft) => {
      addField(draft, { T: text(FIELD), ...TX, Rect: array(WHOLE_PAGE) })
      return addField(draft, { T: text(FIELD), ...TX, Rect: array(SMALL) }) > 0
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
    lay: (draft) => addFamily(draft, { FT: name('Sig') }),
    spring: (draft, sign) => {
      patch(draft, kidOf(draft, 1), { AP: looks(draft) })
      sign(namedField(draft, FIELD))
    },
  },
  {
    name: 'radio',
    lay: (draft) => {
      const states = dict({ N: dict({ A: add(draft, blotForm()), Off: add(draft, blank()) }) })
      return addFamily(draft, { FT: name('Btn'), Ff: 1 << 15, V: name('Off') }, { AS: name('Off'), AP: states })
    },
    spring: (draft, _, random) => {
      if (random.chance(0.7)) patch(draft, namedField(draft, FIELD), { V: name('A') })
      patch(draft, kidOf(draft, 1), { AS: name('A') })
    },
  },
  {
    name: 'shared-look',
    lay: (draft) => {
      const AP = looks(draft, blank())
      addField(draft, { T: text('hermano'), ...TX, Rect: array(WHOLE_PAGE), AP })
      return addField(draft, { T: text(FIELD), ...TX, Rect: array(SMALL), AP }) > 0
    },
    spring: (draft) => {
      const look = dictAt(draft, dictAt(draft, ref(namedField(draft, FIELD)))?.entries.get('AP'))?.entries.get('N')
      fill(draft, {})
      if (typeof look === 'object' && look?.kind === 'ref') put(draft, look.num, blotForm())
    },
  },
  {
    name: 'borrowed-signature',
    lay: (draft) => addField(draft, { T: text(FIELD), FT: name('Sig'), Rect: array(WHOLE_PAGE) }) > 0,
    spring: (draft) => patch(draft, namedField(draft, FIELD), { V: signatureOf(draft), AP: looks(draft) }),
  },
  {
    name: 'box-with-odd-look',
    mayBeUnseen: true,
    lay: (draft, random) => {
      const twisted = random.maybePick(TWISTS.filter(({ look }) => look !== undefined))
      const on = twisted?.look?.(blotForm()) ?? blotForm()
      const states = dict({ N: dict({ On: add(draft, on), Off: add(draft, blank()) }) })
      const more = { V: name('Off'), AS: name('Off'), AP: states }
      return addField(draft, { T: text(FIELD), FT: name('Btn'), Rect: array(SMALL), ...more }) > 0
    },
    spring: (draft) => fill(draft, { V: name('On'), AS: name('On') }),
  },
  {
    name: 'background-of-an-empty-field',
    lay: (draft) => {
      const MK = add(draft, dict({}))
      return addField(draft, { T: text(FIELD), ...TX, Rect: array(WHOLE_PAGE), MK }) > 0
    },
    spring: (draft, _, random) => {
      if (random.chance(0.5)) fill(draft, { V: text('9') })
      put(draft, partOf(draft, 'MK').num, dict({ BG: array([1, 0, 1]), BC: array([1, 0, 0]) }))
    },
  },
  {
    name: 'list-of-fields',
    lay: (draft) => {
      const hidden = dict({
        ...{ Type: name('Annot'), Subtype: name('Widget'), T: text('suelto'), F: 4, Rect: array(WHOLE_PAGE) },
        ...{ ...TX, AP: looks(draft, blank()) },
      })
      // On the page, but no field of the form.
      append(draft, pageOf(draft), 'Annots', [add(draft, hidden)])
      return addField(draft, { T: text(FIELD), ...TX, Rect: array(SMALL) }) > 0
    },
    spring: (draft) => {
      fill(draft, {})
      const annots = itemsAt(draft, dictAt(draft, ref(pageOf(draft)))?.entries.get('Annots'))
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
      const parent = ref(addField(draft, { T: text(FIELD), ...TX, Rect: array(SMALL) }))
      // The field does not list it among its kids.
      const orphan = { Type: name('Annot'), Subtype: name('Widget'), F: 4, Parent: parent, Rect: array(WHOLE_PAGE) }
      append(draft, pageOf(draft), 'Annots', [add(draft, dict(orphan))])
      return true
    },
    spring: (draft) => fill(draft, { V: text('XXXXXXXX') }),
  },
  {
    name: 'look-asks-for-form-font',
    mayBeUnseen: true,
    lay: (draft) => {
      const look = stream(
        dict({ Type: name('XObject'), Subtype: name('Form'), BBox: array([0, 0, 100, 20]) }),
        ascii('BT /Ge 14 Tf 2 4 Td (5 000) Tj ET'),
      )
      return addField(draft, { T: text(FIELD), ...TX, Rect: array([20, 175, 120, 195]), AP: looks(draft, look) }) > 0
    },
    spring: (draft) => addFormFont(draft),
  },
]
