import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import { useState } from 'react'
import { ChoiceMenu } from 'shared/controls'
import type { SigningParty } from '../../signers/signers.ts'
import type { EditorModel } from '../../use-editor.ts'
import styles from './Alternates.module.css'
import { AlternatesDialog } from './AlternatesDialog.tsx'
import { alternatePeople, openFields } from './alternate-people.ts'
import { alternateTexts as texts } from './texts.ts'

interface OfSigner extends Pick<EditorModel, 'fields' | 'alternates'> {
  readonly signer: SigningParty
}

/** «Cualquiera de: Ana Mora, Luis Rojas»; nothing while there is one person. */
export function AlternatesLine({ signer, fields, alternates }: OfSigner) {
  const people = alternatePeople(alternates.list, signer.fields.map(fields.settle))
  if (people.length === 0) return null
  return <p className={styles.line}>{texts.anyOf([signer.name, ...people.map(({ name }) => name)])}</p>
}

export interface AlternatesMenuProps extends OfSigner, Pick<EditorModel, 'file' | 'invitations' | 'notify'> {
  /** The document can still be sent to more people. */
  readonly isOpen: boolean
}

/** For a signer whose fields are saved and not signed. */
export function AlternatesMenu({ isOpen, ...props }: AlternatesMenuProps) {
  const { signer, fields } = props
  const [shown, setShown] = useState(false)
  const settled = signer.fields.map(fields.settle)
  const isSaved = settled.every(({ status }) => status !== 'temporary')
  if (!isOpen || fields.ofTemplate || !isSaved || openFields(settled).length === 0) return null
  return (
    <>
      <ChoiceMenu
        title={texts.menu}
        label={texts.menuOf(signer.name)}
        icon={<EllipsisVertical />}
        busy={false}
        choices={[{ choice: 'alternates', text: texts.open }]}
        onChoose={() => setShown(true)}
      />
      {shown && <AlternatesDialog {...props} onClose={() => setShown(false)} />}
    </>
  )
}
